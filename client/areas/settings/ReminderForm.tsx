import { shiftMonth } from '../../../contract/format.ts';
import { fillReminder, reminderTexts } from '../../../contract/reminder-text.ts';
import type { Settings } from '../../../contract/settings.ts';
import { useActor } from '../../shared/auth.tsx';
import { useThisMonth } from '../../shared/estate.ts';
import { Section } from '../../ui/Card.tsx';
import { ChipField } from '../../ui/ChipField.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { keepAmounts } from '../../ui/keep-amounts.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const choices = Object.values(reminderTexts).map(({ label, teks }) => ({ label, value: teks }));

export default function ReminderForm({ settings }: { settings: Settings }) {
  const { nama, blok } = useActor();
  const lastMonth = shiftMonth(useThisMonth(), -1);
  const form = useSettingsForm(settings, ['reminderText']);
  const teks = form.values.reminderText;
  const example = { perumahan: settings.estateName, months: [lastMonth], jumlah: settings.duesAmount };
  return (
    <Section
      title="Teks pengingat"
      context="Dibuka di WhatsApp pengurus saat mengingatkan tunggakan. Guyub tidak mengirimnya."
    >
      <Form of={form} label="Teks pengingat" failed="Gagal menyimpan pengaturan">
        <ChipField
          label="Gaya bahasa"
          options={choices}
          value={teks}
          onChange={(chosen) => form.set('reminderText', chosen)}
        />
        <TextareaField
          {...form.field('reminderText')}
          label="Teks"
          description="{nama}, {rumah}, {bulan}, {jumlah}, dan {perumahan} diisi otomatis."
          rows={5}
          required
        />
        <p className="ui-note">{keepAmounts(`Contoh: ${fillReminder(teks, { nama, blok, ...example })}`)}</p>
        <SubmitButtons disabled={!form.dirty}>Simpan</SubmitButtons>
      </Form>
    </Section>
  );
}
