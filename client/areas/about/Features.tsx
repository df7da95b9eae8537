import {
  IconBellRinging,
  IconBook2,
  IconBuildingCommunity,
  IconDeviceMobile,
  IconMessageReport,
  IconMoon,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { Section } from '../../ui/Card.tsx';
import type { Icon } from '../../ui/icon.ts';
import css from './about.module.css';

const features: readonly { name: string; text: string; icon: Icon }[] = [
  { name: 'Info Warga', text: 'Kabar lingkungan dari dan untuk warga.', icon: IconBuildingCommunity },
  { name: 'Aduan', text: 'Laporkan masalah dan ikuti penanganannya.', icon: IconMessageReport },
  { name: 'Pembayaran', text: 'Kirim bukti transfer iuran dari HP.', icon: IconWallet },
  { name: 'Buku Kas', text: 'Uang masuk, keluar, dan saldo terbuka untuk semua.', icon: IconBook2 },
  { name: 'Kelola Warga', text: 'Data warga tiap blok rapi di satu tempat.', icon: IconUsers },
  { name: 'Kabar Seketika', text: 'Kabar penting tampil saat itu juga.', icon: IconBellRinging },
  { name: 'Nyaman di HP', text: 'Dapat dipakai di HP maupun komputer.', icon: IconDeviceMobile },
  { name: 'Dark Mode', text: 'Terang atau gelap, sesuai mata Anda.', icon: IconMoon },
];

export function Features() {
  return (
    <Section title="Fitur" bare>
      <ul className={css.features}>
        {features.map(({ name, text, icon: Glyph }) => (
          <li key={name} className="ui-card">
            <Glyph size={26} stroke={1.7} aria-hidden />
            <div>
              <h3 className="ui-heading">{name}</h3>
              <p className="ui-note">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
