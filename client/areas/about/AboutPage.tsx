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
import { useState } from 'react';
import { useEstate } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import type { Icon } from '../../ui/icon.ts';
import { Mark } from '../../ui/Mark.tsx';
import { Page } from '../../ui/Page.tsx';
import css from './about.module.css';
import { Offers } from './Offers.tsx';

/** All texts and prices come from the settings. */
export default function AboutPage() {
  const { aboutText, aboutGoal, estateName, developerName, developerText, donationAccount } = useEstate();
  return (
    <Page title="Tentang" context="Aplikasi ini gratis untuk warga dan dibiayai sendiri oleh pengembangnya.">
      <section className={`ui-parts ${css.hero}`} aria-label="Guyub">
        <Mark size={72} />
        <div>
          <h2 className={css.product}>Guyub</h2>
          <p className={css.estate}>{estateName}</p>
        </div>
        <p className={css.lead}>{aboutText}</p>
      </section>
      <div className="ui-halves">
        <Section title="Pengembang">
          <p className={css.name}>{developerName}</p>
          <p className={css.prose}>{developerText}</p>
        </Section>
        <Section title="Tujuan">
          <p className={css.prose}>{aboutGoal}</p>
        </Section>
      </div>
      <Offers />
      <Features />
      {donationAccount && <Donation />}
    </Page>
  );
}

/** The bank account number is masked until it is requested. */
function Donation() {
  const { donationAccount, donationBank, donationHolder } = useEstate();
  const [whole, setWhole] = useState(false);
  return (
    <Section
      title="Donasi"
      context="Aplikasi ini gratis. Bila ingin membantu biayanya, donasi seikhlasnya sangat berarti."
    >
      <div className={`ui-parts ${css.donation}`}>
        <Facts
          of={[
            ['Bank', donationBank],
            ['Nomor rekening', whole ? donationAccount : maskAccount(donationAccount)],
            ['Atas nama', donationHolder],
          ]}
        />
        <Button onClick={() => setWhole(!whole)} aria-pressed={whole}>
          {whole ? 'Sembunyikan nomor' : 'Tampilkan nomor'}
        </Button>
      </div>
    </Section>
  );
}

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

function Features() {
  return (
    <Section title="Fitur" bare>
      <ul className={`ui-parts ${css.features}`}>
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

/** Hides all but the first three and the last three digits: `133•••••••432`. */
function maskAccount(account: string): string {
  if (account.length <= 6) return account;
  return account.slice(0, 3) + '•'.repeat(account.length - 6) + account.slice(-3);
}
