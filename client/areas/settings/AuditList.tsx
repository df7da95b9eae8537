import { IconHistory } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import type { AuditEntry } from '../../../contract/audit.ts';
import { formatDateTime } from '../../../contract/format.ts';
import { useEstate } from '../../shared/estate.ts';
import { usePlaces } from '../../shared/places.ts';
import type { Column } from '../../ui/columns.ts';
import { cx } from '../../ui/cx.ts';
import { DataList } from '../../ui/DataList.tsx';
import { keepAmounts } from '../../ui/keep-amounts.tsx';
import { LongText } from '../../ui/LongText.tsx';
import type { PagedList } from '../../ui/use-growing-window.ts';
import { actionOf, type Change, changesOf, type Told } from './audit-words.ts';
import css from './settings.module.css';

interface Props {
  list: PagedList<AuditEntry>;
  actions?: (entry: AuditEntry) => ReactNode;
  onClearFilters: false | (() => void);
}

export function AuditList({ list, actions, onClearFilters }: Props) {
  const { timeZone } = useEstate();
  const { accounts, funds } = usePlaces().all;
  const columns = useMemo(
    () => columnsIn({ timeZone, accounts: accounts ?? [], funds: funds ?? [] }),
    [timeZone, accounts, funds],
  );
  return (
    <DataList
      label="Riwayat perubahan"
      columns={columns}
      list={list}
      rowKey={({ id }) => id}
      actions={actions}
      onClearFilters={onClearFilters}
      empty={{
        title: 'Belum ada perubahan.',
        message: 'Perubahan pertama akan tercatat di sini.',
        icon: IconHistory,
      }}
    />
  );
}

const author = ({ nama }: AuditEntry) => nama ?? 'Sistem';

const columnsIn = (told: Told): Column<AuditEntry>[] => [
  {
    header: 'Waktu',
    card: 'hidden',
    width: '8rem',
    render: ({ tanggal }) => <span className="ui-tabular">{formatDateTime(tanggal, told.timeZone)}</span>,
  },
  { header: 'Oleh', card: 'hidden', width: '8rem', render: author },
  {
    header: 'Tindakan',
    card: 'title',
    render: (entry) => (
      <>
        {actionOf(entry)}
        {entry.perihal && <span className={cx('ui-detail', css.subject)}>{entry.perihal}</span>}
      </>
    ),
  },
  {
    header: 'Oleh',
    card: 'subtitle',
    cardOnly: true,
    render: (entry) => `${author(entry)} · ${formatDateTime(entry.tanggal, told.timeZone)}`,
  },
  {
    header: 'Perubahan',
    card: 'badge',
    grows: true,
    render: (entry) => (
      <>
        <Changes changes={changesOf(entry, told)} />
        {entry.dihapus && <span className={css.field}>Data pribadi dihapus</span>}
      </>
    ),
  },
];

/** Characters from which a text gets a paragraph of its own, which `LongText` collapses. */
const longest = 200;

function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className={css.changes}>
      {changes.map(({ label, from, to }) => (
        <li key={label}>
          <span className={css.field}>{label}:</span>{' '}
          {from !== undefined && (
            <>
              <del>{keepAmounts(from)}</del>
              <span aria-hidden> → </span>
              <span className="ui-unseen"> menjadi </span>
            </>
          )}
          {to.length > longest ? <LongText of={label}>{to}</LongText> : keepAmounts(to)}
        </li>
      ))}
    </ul>
  );
}
