import { useState } from 'react';
import { maskAccount } from '../../../contract/about.ts';
import { useEstate } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import css from './about.module.css';

/** The bank account number is masked until it is requested. */
export function Donation() {
  const { donationAccount, donationBank, donationHolder } = useEstate();
  const [whole, setWhole] = useState(false);
  return (
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
  );
}
