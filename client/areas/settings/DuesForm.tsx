import { formatMonth, formatRupiah, shiftMonth } from '../../../contract/format.ts';
import { countResidents } from '../../../contract/residents.ts';
import { duesIn, type Settings, sinceEver } from '../../../contract/settings.ts';
import { AnnouncedPasswordField } from '../../shared/AnnouncedPasswordField.tsx';
import { useThisMonth } from '../../shared/estate.ts';
import { useRead } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { FieldGrid } from '../../ui/FieldGrid.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useSettingsForm } from './use-settings-form.ts';

export function DuesForm({ settings }: { settings: Settings }) {
  const thisMonth = useThisMonth();
  const lastMonth = shiftMonth(thisMonth, -1);
  const residents = useRead('residents', countResidents, {}).data?.data.total;
  const isFirst = residents === 0 && settings.duesFrom === sinceEver;
  const before = `${formatMonth(lastMonth)}: ${formatRupiah(duesIn(settings.duesHistory, lastMonth))}`;
  const form = useSettingsForm(settings, [
    'duesAmount',
    'bankName',
    'bankAccount',
    'bankHolder',
    'batasDuaOrang',
  ]);
  return (
    <Section title="Iuran dan rekening" context="Ditampilkan kepada warga saat membayar iuran.">
      <Form of={form} label="Iuran dan rekening" failed="Gagal menyimpan pengaturan">
        <NumberField
          {...form.field('duesAmount')}
          label="Iuran bulanan"
          description={
            isFirst
              ? 'Sebelum ada warga, jumlah ini berlaku untuk semua bulan, juga yang sudah lewat.'
              : `Jumlah baru berlaku mulai ${formatMonth(thisMonth)}; bulan-bulan sebelumnya tidak berubah (${before}).`
          }
          prefix="Rp"
          maxDigits={10}
          required
        />
        <FieldGrid>
          <TextField {...form.field('bankName')} label="Bank" />
          <TextField {...form.field('bankAccount')} label="Nomor rekening" />
        </FieldGrid>
        <TextField {...form.field('bankHolder')} label="Atas nama" />
        <NumberField
          {...form.field('batasDuaOrang')}
          label="Batas dua orang"
          description="Pengeluaran dan pembatalan di atas jumlah ini perlu disetujui orang kedua. Isi 0 bila jumlah berapa pun tidak perlu."
          prefix="Rp"
          maxDigits={10}
          required
        />
        <AnnouncedPasswordField field={form.field('password')} change="Perubahan di bagian ini" />
        <SubmitButtons disabled={!form.dirty}>Simpan</SubmitButtons>
      </Form>
    </Section>
  );
}
