import { IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { listAuditors } from '../../../contract/auditors.ts';
import { maxPengawas } from '../../../contract/policy.ts';
import { nameAndHouse } from '../../shared/payers.ts';
import { useRead } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AuditorsDialog } from './AuditorsDialog.tsx';
import css from './auditors.module.css';

/** Who besides the officers reads all money and decides as a second person. */
export default function AuditorsCard() {
  const { data, error, refetch } = useRead('auditors', listAuditors, {});
  const [open, setOpen] = useState(false);
  const auditors = data?.data;
  return (
    <Section
      title="Pengawas keuangan"
      context={`Maksimal ${maxPengawas} warga. Mereka membaca seluruh buku kas dan riwayat uang, dan menyetujui sebagai orang kedua.`}
    >
      {!auditors && error && <ErrorState message={error.message} onRetry={() => void refetch()} />}
      {!auditors && !error && <Skeleton height="4rem" />}
      {auditors && (
        <>
          <ul className={css.list} aria-label="Pengawas">
            {auditors.map((auditor) => (
              <li key={auditor.user_id}>{nameAndHouse(auditor)}</li>
            ))}
            {auditors.length === 0 && <li className="ui-muted">Belum ada pengawas.</li>}
          </ul>
          <Button icon={IconUserShield} onClick={() => setOpen(true)}>
            Ubah pengawas
          </Button>
          {open && <AuditorsDialog present={auditors} onClose={() => setOpen(false)} />}
        </>
      )}
    </Section>
  );
}
