import { useRef, useState } from 'react';
import { readQris } from '../../../contract/qris.ts';
import type { Settings } from '../../../contract/settings.ts';
import { AnnouncedPasswordField } from '../../shared/AnnouncedPasswordField.tsx';
import QrisCode from '../../shared/QrisCode.tsx';
import { Section } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Form, SubmitButtons } from '../../ui/Form.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { useSettingsForm } from './use-settings-form.ts';

/** Rupiah. */
const trialAmount = 1_000;

export default function QrisCard({ settings }: { settings: Settings }) {
  const form = useSettingsForm(settings, ['qris', 'qrisAktif']);
  const [photo, setPhoto] = useState<File | null>(null);
  const [unread, setUnread] = useState<string>();
  const chosen = useRef<File>(null);
  const { qris, qrisAktif } = form.values;
  const isSaved = qris !== '' && qris === settings.qris;
  const take = async (file: File | null) => {
    chosen.current = file;
    setPhoto(file);
    setUnread(undefined);
    const text = file ? await readCode(file) : settings.qris;
    if (chosen.current !== file) return; // removed while it was read
    if (text === null)
      return setUnread('Kode QR di foto ini tidak terbaca. Foto ulang lebih dekat dan terang.');
    const merchant = readQris(text);
    if (text && typeof merchant === 'string') return setUnread(merchant);
    form.set('qris', text);
    form.set('qrisAktif', text === settings.qris && settings.qrisAktif);
  };
  return (
    <Section title="QRIS" context="Warga memindai kode dengan jumlah yang sudah terisi.">
      <Form of={form} label="QRIS" failed="Gagal menyimpan pengaturan">
        {qris && <Merchant text={qris} />}
        <UploadField
          label={settings.qris ? 'Ganti foto kode QRIS' : 'Foto kode QRIS perumahan'}
          description="Kode yang tetap, tanpa jumlah. Fotonya tidak dikirim, hanya isi kodenya yang disimpan."
          value={isSaved ? null : photo}
          onChange={(file) => void take(file)}
          error={unread ?? form.errors.qris}
          data-path="qris"
        />
        {isSaved && !settings.qrisAktif && (
          <Notice tone="info" title="Coba dulu">
            <p>Bayar Rp 1.000 dengan kode ini. Aktifkan setelah uangnya masuk ke rekening perumahan.</p>
            <QrisCode text={qris} amount={trialAmount} />
          </Notice>
        )}
        {isSaved && (
          <SwitchField
            label="Tampilkan kepada warga"
            description="Pembayaran lewat QRIS tidak otomatis lunas: warga tetap mengirim bukti."
            checked={qrisAktif}
            onChange={(on) => form.set('qrisAktif', on)}
          />
        )}
        {form.dirty && (
          <AnnouncedPasswordField field={form.field('password')} change="Perubahan di bagian ini" />
        )}
        <SubmitButtons disabled={!form.dirty}>Simpan</SubmitButtons>
      </Form>
    </Section>
  );
}

async function readCode(photo: File): Promise<string | null> {
  const { readQrCode } = await import('../../lib/read-qr-code.ts');
  return await readQrCode(photo);
}

function Merchant({ text }: { text: string }) {
  const merchant = readQris(text);
  if (typeof merchant === 'string') return null;
  return (
    <Facts
      of={[
        ['Nama', merchant.nama],
        ['Kota', merchant.kota],
        ['NMID', merchant.nmid ?? 'tidak ada'],
      ]}
    />
  );
}
