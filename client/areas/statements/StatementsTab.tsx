import { IconBuildingBank, IconChecks } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { type LineStatus, lineStatuses, lineStatusLabels } from '../../../contract/statement-audit.ts';
import { listStatementLines, mostMatches, type StatementLine } from '../../../contract/statements.ts';
import { asOptions, usePlaces } from '../../shared/places.ts';
import { usePages } from '../../shared/queries.ts';
import { ActionRow } from '../../ui/ActionRow.tsx';
import { Button } from '../../ui/Button.tsx';
import { CardList } from '../../ui/CardList.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { ImportSection } from './ImportSection.tsx';
import { LineCard } from './LineCard.tsx';
import { type LineForm, LineSheet } from './LineSheet.tsx';
import { Radar } from './Radar.tsx';
import { isAcceptable, useDecideLine } from './use-decide-line.ts';

const statusOptions = optionsOf(lineStatuses, lineStatusLabels);
const directions = ['masuk', 'keluar'] as const;
const directionLabels = { masuk: 'Uang masuk', keluar: 'Uang keluar' };

const openLines = { status: 'terbuka' as LineStatus, arah: '' as (typeof directions)[number] | '', akun: '' };

/** What the bank says: import, and which payment each line proves. */
export default function StatementsTab() {
  const { accounts, all, error, retry } = usePlaces();
  const { filter, clear, field } = useFilter(openLines);
  const { status, arah, akun } = filter;
  const query = { status, arah: arah || undefined, akun_id: akun || undefined };
  const list = usePages('statements', listStatementLines, { query });
  const { accept, acceptAll, sending } = useDecideLine();
  const [form, setForm] = useState<LineForm | null>(null);
  const proposed = (list.rows ?? []).filter(isAcceptable).slice(0, mostMatches);
  const confirmAll = async () => {
    const sure = await confirm({
      title: `Cocokkan ${proposed.length} mutasi?`,
      message: 'Pembayaran yang diusulkan dicatat Lunas dan masuk buku kas, kecuali yang sudah dikonfirmasi.',
      confirmLabel: 'Ya, cocokkan',
      danger: false,
    });
    if (sure) await acceptAll(proposed);
  };
  return (
    <div className="ui-stack">
      {accounts.length > 0 ? (
        <ImportSection accounts={accounts} all={all.accounts ?? []} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={retry} />
      ) : (
        <Skeleton height="20rem" radius="var(--ui-radius-l)" />
      )}
      <FilterBar active={[status !== 'terbuka', arah, akun].filter(Boolean).length} onClear={clear}>
        <SelectField {...field('status')} label="Status" options={statusOptions} />
        <SelectField
          {...field('arah')}
          label="Arah"
          options={optionsOf(directions, directionLabels)}
          placeholder="Masuk dan keluar"
        />
        {accounts.length > 1 && (
          <SelectField
            {...field('akun')}
            label="Rekening"
            options={asOptions(accounts)}
            placeholder="Semua rekening"
          />
        )}
      </FilterBar>
      {proposed.length > 1 && (
        <ActionRow>
          <Button look="primary" icon={IconChecks} busy={sending.size > 0} onClick={() => void confirmAll()}>
            Cocokkan {proposed.length} usulan
          </Button>
        </ActionRow>
      )}
      {status === 'cocok' && (
        <p className="ui-note">
          Keliru dicocokkan? Tekan Buka lagi, atau batalkan pembayarannya di tab Buku bila iurannya dibukukan
          dari mutasi ini.
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts for buttons that exist too */}
      <div onKeyDown={(event) => moveFocus(event, list.rows ?? [], accept)}>
        <CardList
          list={list}
          className="ui-parts"
          label="Mutasi bank"
          wide
          skeleton={<Skeleton height="6rem" />}
          empty={
            <EmptyState
              title={status === 'terbuka' ? 'Tidak ada mutasi yang belum dicocokkan.' : 'Tidak ada mutasi.'}
              message="Unduh mutasi dari bank sebagai CSV atau Excel, lalu impor di atas."
              icon={IconBuildingBank}
            />
          }
          render={(line) => (
            <LineCard
              line={line}
              account={
                accounts.length > 1 ? all.accounts?.find(({ id }) => id === line.akun_id)?.nama : undefined
              }
              isAccepting={sending.has(line.id)}
              onAccept={() => void accept(line)}
              onOpen={(what) => setForm({ line, what })}
            />
          )}
        />
      </div>
      {form && (
        <LineSheet
          {...form}
          line={list.rows?.find(({ id }) => id === form.line.id) ?? form.line}
          onClose={() => setForm((now) => (now === form ? null : now))}
        />
      )}
      <Radar />
    </div>
  );
}

/** Arrow keys go from line to line; Enter on a line confirms its proposal and goes on. */
function moveFocus(
  event: KeyboardEvent,
  rows: readonly StatementLine[],
  accept: (line: StatementLine) => Promise<void>,
) {
  const { key, target, currentTarget } = event;
  if (!(target instanceof HTMLElement) || target.dataset.line === undefined) return;
  const cards = [...currentTarget.querySelectorAll<HTMLElement>('[data-line]')];
  const next = (by: 1 | -1) => cards[cards.indexOf(target) + by];
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    next(key === 'ArrowDown' ? 1 : -1)?.focus();
  } else if (key === 'Enter') {
    const line = rows.find(({ id }) => String(id) === target.dataset.line);
    if (!line || !isAcceptable(line)) return;
    event.preventDefault();
    (next(1) ?? next(-1))?.focus();
    void accept(line);
  }
}
