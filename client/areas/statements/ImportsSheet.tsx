import { IconArrowBackUp } from '@tabler/icons-react';
import { formatCount, formatDate } from '../../../contract/format.ts';
import type { MoneyAccount } from '../../../contract/places.ts';
import {
  listStatementImports,
  type StatementImport,
  withdrawStatementImport,
} from '../../../contract/statements.ts';
import { useEstate } from '../../shared/estate.ts';
import { usePages, useSend } from '../../shared/queries.ts';
import { CardList } from '../../ui/CardList.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import rows from '../../ui/rows.module.css';
import { Sheet } from '../../ui/Sheet.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** What was imported by whom; a wrong file is taken back here. */
export function ImportsSheet({ accounts, onClose }: { accounts: readonly MoneyAccount[]; onClose(): void }) {
  const list = usePages('statements', listStatementImports, {}, { limit: 20 });
  return (
    <Sheet opened onClose={onClose} title="Riwayat impor">
      <CardList
        list={list}
        className="ui-parts"
        label="Riwayat impor"
        skeleton={<Skeleton height="4rem" />}
        empty={<EmptyState title="Belum ada impor." message="File mutasi yang diimpor tampil di sini." />}
        render={(one) => (
          <Imported one={one} account={accounts.find(({ id }) => id === one.akun_id)?.nama ?? ''} />
        )}
      />
    </Sheet>
  );
}

function Imported({ one, account }: { one: StatementImport; account: string }) {
  const { timeZone } = useEstate();
  const { send } = useSend(withdrawStatementImport);
  const { id, dari, sampai, baru, oleh_nama, pada } = one;
  const what = `${account}, ${formatDate(dari)} sampai ${formatDate(sampai)}`;
  const withdraw = async () => {
    const question = {
      title: 'Batalkan impor ini?',
      message: `${what}: ${formatCount(baru)} mutasi yang ditambahkannya dihapus dari Guyub. File yang benar dapat diimpor setelah itu.`,
      confirmLabel: 'Ya, batalkan',
      cancelLabel: 'Tidak',
    };
    if (await confirm(question))
      await notify.outcome(send({ params: { id } }), 'Gagal membatalkan impor', what);
  };
  return (
    <div className={rows.row}>
      <span className={rows.words}>{what}</span>
      <span className="ui-note">
        {formatCount(baru)} mutasi baru, diimpor {oleh_nama} {formatDate(pada, timeZone)}
      </span>
      <RowAction label="Batalkan impor" icon={IconArrowBackUp} of={what} onClick={() => void withdraw()} />
    </div>
  );
}
