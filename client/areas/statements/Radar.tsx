import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount, formatDate, formatMonth, formatRupiah } from '../../../contract/format.ts';
import {
  forgetKnownPayer,
  getStatementRadar,
  type KnownPayer,
  listKnownPayers,
  type OddPayment,
} from '../../../contract/statements.ts';
import { useEstate } from '../../shared/estate.ts';
import { nameAndHouse } from '../../shared/payers.ts';
import { usePages, useRead, useSend } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Money } from '../../ui/Money.tsx';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import rows from '../../ui/rows.module.css';

/** What staff should look at, and the payers learned so far; nothing while there is none of it. */
export function Radar() {
  const { data } = useRead('statements', getStatementRadar, {});
  const { rows: payers = [] } = usePages('statements', listKnownPayers, {});
  const {
    bukti_sama = [],
    nomor_sama = [],
    referensi_sama = [],
    tanpa_mutasi = [],
    tanpa_bukti,
  } = data?.data ?? {};
  return (
    <>
      <Odd title="Foto bukti yang sama" context="Foto ini sudah pernah dikirim untuk pembayaran lain.">
        {bukti_sama.map((payment) => (
          <Slip key={payment.id} {...payment} />
        ))}
      </Odd>
      <Odd title="Bukti dengan nomor referensi yang sama" context="Satu transfer mungkin dikirim dua kali.">
        {nomor_sama.map(({ referensi, dengan, ...payment }) => (
          <Slip key={payment.id} {...payment}>
            {referensi}, juga {dengan.map((one) => `${nameAndHouse(one)}, ${formatMonth(one)}`).join('; ')}
          </Slip>
        ))}
      </Odd>
      <Odd
        title="Mutasi dengan nomor referensi yang sama"
        context="Referensi bank ini muncul lebih dari satu kali."
      >
        {referensi_sama.map(({ id, tanggal, jumlah, uraian, referensi }) => (
          <li key={id} className={rows.row}>
            <span className={rows.words}>
              {formatDate(tanggal)}, {referensi}: {uraian}
            </span>
            <span>{formatRupiah(jumlah)}</span>
          </li>
        ))}
      </Odd>
      <Odd
        title="Bukti tanpa mutasi"
        context="Dikirim pada hari yang mutasinya sudah diimpor, tetapi uangnya belum terlihat di bank."
      >
        {tanpa_mutasi.map((payment) => (
          <Slip key={payment.id} {...payment} />
        ))}
      </Odd>
      {tanpa_bukti && tanpa_bukti.banyak > 0 && (
        <p className="ui-note">
          {formatCount(tanpa_bukti.banyak)} mutasi masuk belum dicocokkan,{' '}
          <Money value={tanpa_bukti.jumlah} />.
        </p>
      )}
      <Odd title="Pengirim yang dikenal" context="Dipelajari dari mutasi yang sudah dicocokkan dua kali.">
        {payers.map((payer) => (
          <Payer key={payer.id} payer={payer} />
        ))}
      </Odd>
    </>
  );
}

function Odd({ title, context, children }: { title: string; context: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Section title={title} context={context}>
      <ul>{children}</ul>
    </Section>
  );
}

function Slip({ children, ...slip }: OddPayment & { children?: ReactNode }) {
  const { timeZone } = useEstate();
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        {nameAndHouse(slip)}, {formatMonth(slip)}
      </span>
      <span className="ui-note">
        {formatRupiah(slip.jumlah)}, dikirim {formatDate(slip.tanggal_upload, timeZone)}
      </span>
      {children && <span>{children}</span>}
    </li>
  );
}

function Payer({ payer: { id, pengirim, nama, blok } }: { payer: KnownPayer }) {
  const { send } = useSend(forgetKnownPayer);
  const question = {
    title: `Hapus ${pengirim}?`,
    message: 'Mutasi darinya tidak diusulkan lagi sampai dua kali dicocokkan.',
  };
  const drop = async () => {
    if (await confirm(question))
      await notify.outcome(send({ params: { id } }), 'Gagal menghapus nama pengirim', pengirim);
  };
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        {pengirim} membayar untuk {nameAndHouse({ nama, blok })}
      </span>
      <RowAction label="Hapus" icon={IconTrash} of={pengirim} onClick={() => void drop()} />
    </li>
  );
}
