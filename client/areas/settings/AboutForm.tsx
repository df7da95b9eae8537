import type { Settings } from '../../../contract/settings.ts';
import { useNavigation } from '../../shared/navigation.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { FieldGrid } from '../../ui/FieldGrid.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useSettingsForm } from './use-settings-form.ts';

export default function AboutForm({ settings }: { settings: Settings }) {
  const { open } = useNavigation();
  const form = useSettingsForm(settings, [
    'aboutText',
    'aboutGoal',
    'developerName',
    'developerText',
    'domainPrice',
    'serverPrice',
    'donationBank',
    'donationAccount',
    'donationHolder',
  ]);
  return (
    <Section
      title="Halaman Tentang"
      context="Yang dibaca semua orang di halaman Tentang."
      aside={
        <Button look="quiet" onClick={() => open('about')}>
          Lihat halaman
        </Button>
      }
    >
      <Form of={form} label="Halaman Tentang" failed="Gagal menyimpan pengaturan">
        <TextareaField {...form.field('aboutText')} label="Tentang aplikasi" required />
        <TextareaField {...form.field('aboutGoal')} label="Tujuan" required />
        <TextField {...form.field('developerName')} label="Nama pengembang" required />
        <TextareaField {...form.field('developerText')} label="Tentang pengembang" required />
        <FieldGrid>
          <NumberField
            {...form.field('domainPrice')}
            label="Harga domain (alamat situs) per tahun"
            prefix="Rp"
            maxDigits={10}
            required
          />
          <NumberField
            {...form.field('serverPrice')}
            label="Harga VPS (server) per tahun"
            prefix="Rp"
            maxDigits={10}
            required
          />
          <TextField {...form.field('donationBank')} label="Bank donasi" />
          <TextField
            {...form.field('donationAccount')}
            label="Nomor rekening donasi"
            description="Sebagian angkanya disamarkan. Jika dikosongkan, ajakan berdonasi tidak tampil."
          />
          <TextField {...form.field('donationHolder')} label="Atas nama" />
        </FieldGrid>
        <SubmitButtons disabled={!form.dirty}>Simpan</SubmitButtons>
      </Form>
    </Section>
  );
}
