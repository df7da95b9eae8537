import { IconUserShield } from '@tabler/icons-react';
import { listAuditors } from '../../../contract/auditors.ts';
import { maxPengawas } from '../../../contract/policy.ts';
import { nameAndHouse } from '../../shared/payers.ts';
import { useRead } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { DialogButton } from '../../ui/DialogButton.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AuditorsDialog } from './AuditorsDialog.tsx';
import css from './auditors.module.css';

/** Who besides the officers reads all money and decides as a second person. */
export default function AuditorsCard() {
  const { data, error, refetch } = useRead('auditors', listAuditors, {});
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
          <DialogButton
            icon={IconUserShield}
            dialog={(close) => <AuditorsDialog present={auditors} onClose={close} />}
          >
            Ubah pengawas
          </DialogButton>
        </>
      )}
    </Section>
  );
}
