import { useState } from 'react';
import { maskAccount } from '../../../contract/about.ts';
import { useEstate } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import css from './about.module.css';

/** The bank account number is masked until it is requested. */
export function Donation() {
  const { donationAccount, donationBank, donationHolder } = useEstate();
  const [whole, setWhole] = useState(false);
  return (
    <div className={css.donation}>
      <dl className={css.prices}>
        <div>
          <dt>Bank</dt>
          <dd>{donationBank}</dd>
        </div>
        <div>
          <dt>Nomor rekening</dt>
          <dd className="ui-tabular">{whole ? donationAccount : maskAccount(donationAccount)}</dd>
        </div>
        <div>
          <dt>Atas nama</dt>
          <dd>{donationHolder}</dd>
        </div>
      </dl>
      <Button onClick={() => setWhole(!whole)} aria-pressed={whole}>
        {whole ? 'Samarkan nomor' : 'Tampilkan nomor'}
      </Button>
    </div>
  );
}
