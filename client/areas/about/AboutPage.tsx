import { useEstate } from '../../shared/estate.ts';
import { Section } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import css from './about.module.css';
import { Donation } from './Donation.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { Offers } from './Offers.tsx';

/** All texts and prices come from the settings. */
export default function AboutPage() {
  const { aboutGoal, developerName, developerText, donationAccount } = useEstate();
  return (
    <Page title="Tentang" context="Aplikasi ini gratis untuk warga dan dibiayai sendiri oleh pengembangnya.">
      <Hero />
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
      {donationAccount && (
        <Section
          title="Donasi"
          context="Aplikasi ini gratis. Bila ingin membantu biayanya, donasi seikhlasnya sangat berarti."
        >
          <Donation />
        </Section>
      )}
    </Page>
  );
}
