import {
  IconArrowsExchange,
  IconEdit,
  IconFlag,
  IconListDetails,
  IconPigMoney,
  IconPlus,
  IconWallet,
} from '@tabler/icons-react';
import { useState } from 'react';
import { exportJournal } from '../../../contract/journal.ts';
import { accountKindLabels, type Fund, type MoneyAccount } from '../../../contract/places.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { DownloadButton } from '../../shared/ExportMenu.tsx';
import { usePlaces } from '../../shared/places.ts';
import { ActionRow } from '../../ui/ActionRow.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import type { Column } from '../../ui/columns.ts';
import { DataList } from '../../ui/DataList.tsx';
import { Money } from '../../ui/Money.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { OpeningBalanceDialog } from '../cash-book/OpeningBalanceDialog.tsx';
import { AccountDialog, FundDialog } from './PlaceDialog.tsx';
import { Statement } from './Statement.tsx';
import { TransferDialog } from './TransferDialog.tsx';

type Open =
  | { what: 'statement'; nama: string; place: { akun: number } | { dana: number } }
  | { what: 'account'; account?: MoneyAccount }
  | { what: 'fund'; fund?: Fund }
  | { what: 'transfer' | 'opening' };

/** Where the money lies, and what it is for. */
export default function PlacesTab() {
  const mayWrite = can(useActor(), 'book.write');
  const { accounts, funds, all, error, retry } = usePlaces();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const isSplit = accounts.length > 1 || funds.length > 1;
  const held = (all.accounts ?? []).filter(({ aktif, dipegang }) => aktif && dipegang);
  const actionsOf = (place: { akun: number } | { dana: number }, nama: string, edit: Open) => (
    <>
      <RowAction
        label="Transaksi"
        icon={IconListDetails}
        of={nama}
        onClick={() => setOpen({ what: 'statement', nama, place })}
      />
      {mayWrite && <RowAction label="Ubah" icon={IconEdit} of={nama} onClick={() => setOpen(edit)} />}
    </>
  );
  if (open?.what === 'statement') return <Statement {...open} onBack={close} />;
  return (
    <>
      <ActionRow>
        {mayWrite && (isSplit || held.some(({ saldo }) => saldo !== 0)) && (
          <Button icon={IconArrowsExchange} onClick={() => setOpen({ what: 'transfer' })}>
            Pindahkan
          </Button>
        )}
        {mayWrite && isSplit && (
          <Button icon={IconFlag} onClick={() => setOpen({ what: 'opening' })}>
            Catat saldo awal
          </Button>
        )}
        {mayWrite && (
          <>
            <Button icon={IconPlus} onClick={() => setOpen({ what: 'account' })}>
              Tambah rekening
            </Button>
            <Button icon={IconPlus} onClick={() => setOpen({ what: 'fund' })}>
              Tambah dana
            </Button>
          </>
        )}
        <DownloadButton of={exportJournal} failed="Gagal mengunduh jurnal">
          Unduh jurnal akuntansi
        </DownloadButton>
      </ActionRow>
      <Section title="Rekening" context="Di mana uang berada." bare>
        <DataList
          label="Daftar rekening"
          columns={accountColumns}
          list={{ rows: all.accounts, error, retry }}
          rowKey={({ id }) => id}
          actions={(account) => actionsOf({ akun: account.id }, account.nama, { what: 'account', account })}
          empty={{ title: 'Belum ada rekening.', icon: IconWallet }}
        />
      </Section>
      <Section title="Dana" context="Untuk apa uang disimpan." bare>
        <DataList
          label="Daftar dana"
          columns={fundColumns}
          list={{ rows: all.funds, error, retry }}
          rowKey={({ id }) => id}
          actions={(fund) => actionsOf({ dana: fund.id }, fund.nama, { what: 'fund', fund })}
          empty={{ title: 'Belum ada dana.', icon: IconPigMoney }}
        />
      </Section>
      {open?.what === 'account' && <AccountDialog account={open.account} onClose={close} />}
      {open?.what === 'fund' && <FundDialog fund={open.fund} onClose={close} />}
      {open?.what === 'transfer' && (
        <TransferDialog accounts={accounts} held={held} funds={funds} onClose={close} />
      )}
      {open?.what === 'opening' && <OpeningBalanceDialog onClose={close} />}
    </>
  );
}

const balance = {
  header: 'Saldo',
  card: 'badge',
  align: 'end',
  render: ({ saldo }: { saldo: number }) => <Money value={saldo} strong />,
} as const;

const accountColumns: Column<MoneyAccount>[] = [
  { header: 'Nama', card: 'title', render: ({ nama }) => nama },
  {
    header: 'Jenis',
    card: 'subtitle',
    render: ({ jenis, aktif }) => (
      <>
        {accountKindLabels[jenis]} {!aktif && <Badge tone="neutral">Nonaktif</Badge>}
      </>
    ),
  },
  balance,
];

const fundColumns: Column<Fund>[] = [
  { header: 'Nama', card: 'title', render: ({ nama }) => nama },
  {
    header: 'Sifat',
    card: 'subtitle',
    render: ({ terikat, aktif }) => (
      <>
        {terikat ? 'Terikat' : 'Bebas'} {!aktif && <Badge tone="neutral">Nonaktif</Badge>}
      </>
    ),
  },
  balance,
];
