import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import {
  addCategory,
  type Category,
  categoryKindLabels,
  categoryKinds,
  categoryTitle,
  changeCategory,
  otherCategory,
} from '../../../contract/categories.ts';
import { useCategories } from '../../shared/categories.ts';
import { useSend } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';
import css from './settings.module.css';

/** Those of every estate can be switched off, own ones also renamed. */
export default function CategoriesCard() {
  const all = useCategories().data?.data ?? [];
  return (
    <Section
      title="Kategori"
      context="Untuk pengeluaran dan penerimaan baru. Yang sudah dicatat tetap memakai nama lamanya."
    >
      {categoryKinds.map((jenis) => (
        <details key={jenis}>
          <summary className={css.summary}>{categoryKindLabels[jenis]}</summary>
          {all
            .filter((category) => category.jenis === jenis && category.nama !== otherCategory)
            .map((category) => (
              <CategoryRow key={category.id} category={category} />
            ))}
        </details>
      ))}
      <AddForm />
    </Section>
  );
}

function CategoryRow({ category: { id, nama: stored, baku, aktif } }: { category: Category }) {
  const nama = categoryTitle(stored);
  const { send, isSending } = useSend(changeCategory);
  const [renaming, setRenaming] = useState(false);
  const change = (body: { aktif: boolean }) =>
    notify.outcome(send({ params: { id }, body }), 'Gagal mengubah kategori', nama);
  return (
    <div className={css.category}>
      <SwitchField
        label={nama}
        checked={aktif}
        onChange={(on) => void (isSending || change({ aktif: on }))}
      />
      {!baku && (
        <RowAction label="Ganti nama" icon={IconPencil} of={nama} onClick={() => setRenaming(true)} />
      )}
      {renaming && <RenameDialog id={id} nama={nama} onClose={() => setRenaming(false)} />}
    </div>
  );
}

interface RenameProps {
  id: number;
  nama: string;
  onClose(): void;
}

function RenameDialog({ id, nama, onClose }: RenameProps) {
  const { send } = useSend(changeCategory);
  const form = useReportedForm({
    initial: { nama },
    schema: changeCategory.body,
    send: (body) => send({ params: { id }, body }),
    onSent: onClose,
  });
  return (
    <FormSheet
      of={form}
      title={`Ganti nama ${nama}`}
      failed="Gagal mengubah kategori"
      disabled={!form.dirty}
      onClose={onClose}
      drops
    >
      <TextField {...form.field('nama')} label="Nama kategori" required />
    </FormSheet>
  );
}

function AddForm() {
  const { send } = useSend(addCategory);
  const form = useReportedForm({
    initial: { jenis: categoryKinds[0], nama: '' },
    schema: addCategory.body,
    send: async (body) => {
      const answer = await send({ body });
      form.reset();
      return answer;
    },
    about: ({ nama }) => categoryTitle(nama),
  });
  return (
    <Form of={form} label="Tambah kategori" failed="Gagal menambahkan kategori">
      <TextField {...form.field('nama')} label="Kategori baru" required />
      <SelectField
        {...form.field('jenis')}
        label="Untuk"
        options={optionsOf(categoryKinds, categoryKindLabels)}
      />
      <SubmitButtons disabled={!form.dirty}>Tambah</SubmitButtons>
    </Form>
  );
}
