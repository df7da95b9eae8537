import type { Settings } from '../../../contract/settings.ts';
import { Section } from '../../ui/Card.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useSettingsForm } from './use-settings-form.ts';

export function EstateForm({ settings }: { settings: Settings }) {
  const form = useSettingsForm(settings, ['estateName', 'blockLetters']);
  return (
    <Section title="Perumahan" context="Nama di halaman masuk dan menu, dan blok yang ada.">
      <Form of={form} label="Perumahan" failed="Gagal menyimpan pengaturan">
        <TextField {...form.field('estateName')} label="Nama perumahan" required />
        <TextField
          {...form.field('blockLetters')}
          label="Huruf blok"
          description="Semua hurufnya tanpa spasi, misalnya ABCDEF. Rumah baru hanya boleh memakai salah satunya."
          required
        />
        <SubmitButtons disabled={!form.dirty}>Simpan</SubmitButtons>
      </Form>
    </Section>
  );
}
