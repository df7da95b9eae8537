import { useState } from 'react';
import { maskAccount } from '../../../contract/about.ts';
import { useEstate } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Page } from '../../ui/Page.tsx';
import css from './about.module.css';
import { Features } from './Features.tsx';
import { Offers } from './Offers.tsx';

/** All texts and prices come from the settings. */
export default function AboutPage() {
  const { aboutText, aboutGoal, estateName, developerName, developerText, donationAccount } = useEstate();
  return (
    <Page title="Tentang" context="Aplikasi ini gratis untuk warga dan dibiayai sendiri oleh pengembangnya.">
      <section className={css.hero} aria-label="Guyub">
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
      <div className={css.donation}>
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
