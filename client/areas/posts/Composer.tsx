import { IconPhotoPlus, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { createPost } from '../../../contract/posts.ts';
import { useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form, FormButtons, SubmitButton } from '../../ui/Form.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';

const schema = z.extend(createPost.body, { foto: z.nullable(z.instanceof(File)) }).check(
  z.refine(({ konten, foto }) => Boolean(konten) || foto !== null, {
    path: ['konten'],
    error: 'Tulis sesuatu atau pilih foto',
  }),
);

export function Composer() {
  const { send, progress } = useSend(createPost);
  const form = useReportedForm({
    initial: { konten: '', foto: null as File | null },
    schema,
    draftKey: 'post',
    send: async ({ konten, foto }: z.output<typeof schema>) => {
      const answer = await send({ body: { konten }, files: { foto: foto ?? undefined } });
      form.reset();
      setWithPhoto(false);
      return answer;
    },
  });
  const [withPhoto, setWithPhoto] = useState(form.lostFiles.length > 0);
  return (
    <Card>
      <Form of={form} label="Buat postingan" failed="Gagal membuat post">
        <TextareaField
          {...form.field('konten')}
          label="Apa kabar hari ini?"
          placeholder="Bagikan info untuk warga…"
          rows={2}
        />
        {withPhoto && (
          <UploadField {...form.field('foto')} label="Foto (opsional)" progress={progress} autoFocus />
        )}
        <FormButtons>
          {!withPhoto && (
            <Button look="quiet" icon={IconPhotoPlus} onClick={() => setWithPhoto(true)}>
              Tambah foto
            </Button>
          )}
          <SubmitButton icon={IconSend}>Posting</SubmitButton>
        </FormButtons>
      </Form>
    </Card>
  );
}
