import { IconUserShield } from '@tabler/icons-react';
import { listAuditors } from '../../../contract/auditors.ts';
import { maxPengawas } from '../../../contract/policy.ts';
import { nameAndHouse } from '../../shared/payers.ts';
import { useRead } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { DialogButton } from '../../ui/DialogButton.tsx';
import { LoadState } from '../../ui/LoadState.tsx';
import { AuditorsDialog } from './AuditorsDialog.tsx';
import css from './auditors.module.css';

/** Who besides the officers reads all money and decides as a second person. */
export default function AuditorsCard() {
  const read = useRead('auditors', listAuditors, {});
  const auditors = read.data?.data;
  return (
    <Section
      title="Pengawas keuangan"
      context={`Maksimal ${maxPengawas} warga. Mereka membaca seluruh buku kas dan riwayat uang, dan menyetujui sebagai orang kedua.`}
    >
      {!auditors && <LoadState of={read} height="4rem" />}
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
