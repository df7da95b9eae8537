import type { Settings } from '../../../contract/settings.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Section } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/Money.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { SwitchCard } from './SwitchCard.tsx';
import { useSettingsForm } from './use-settings-form.ts';

const AuditorsCard = lazyPart(() => import('../auditors/AuditorsCard.tsx'));
const BackupCard = lazyPart(() => import('./BackupCard.tsx'));
const CategoriesCard = lazyPart(() => import('./CategoriesCard.tsx'));

export default function General({ settings }: { settings: Settings }) {
  return (
    <div className="ui-halves">
      <div className="ui-stack">
        <SwitchCard
          settings={settings}
          name="complaintMenuEnabled"
          label="Menu aduan"
          description="Berlaku langsung untuk semua orang."
          note="Saat nonaktif, menu aduan hilang dan aduan baru ditolak. Aduan yang sudah ada tetap tersimpan."
        />
        <SystemInfo settings={settings} />
        <EstateForm settings={settings} />
      </div>
      <div className="ui-stack">
        <AuditorsCard waiting={<Skeleton height="10rem" radius="var(--ui-radius-l)" />} />
        <CategoriesCard waiting={<Skeleton height="10rem" radius="var(--ui-radius-l)" />} />
        <BackupCard waiting={<Skeleton height="10rem" radius="var(--ui-radius-l)" />} />
        <SwitchCard
          settings={settings}
          name="logPublik"
          label="Log terbuka untuk umum"
          description="Siapa pun dapat memeriksa log, yaitu catatan uang yang tidak dapat diubah diam-diam, tanpa akun."
          note="Log memuat jumlah uang, bulan, dan nomor catatan; nama, alamat, dan tulisan warga tidak dapat dibaca di sana."
        />
      </div>
    </div>
  );
}

function SystemInfo({ settings }: { settings: Settings }) {
  const { complaintMenuEnabled, duesAmount, estateName, blockLetters } = settings;
  return (
    <Section title="Informasi sistem">
      <Facts
        of={[
          [
            'Status menu aduan',
            <Badge key="menu" tone={complaintMenuEnabled ? 'success' : 'neutral'}>
              {complaintMenuEnabled ? 'Aktif' : 'Nonaktif'}
            </Badge>,
          ],
          ['Iuran bulanan', <Money key="iuran" value={duesAmount} strong />],
          ['Perumahan', estateName],
          ['Jumlah blok', blockLetters.length],
        ]}
      />
    </Section>
  );
}

function EstateForm({ settings }: { settings: Settings }) {
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
