import { IconClipboardText, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatDate, formatRupiah } from '../../../contract/format.ts';
import type { MoneyAccount } from '../../../contract/places.ts';
import {
  accountQuestion,
  type ColumnQuestion,
  type ImportResult,
  importStatement,
  maxStatementBytes,
  type StatementColumns,
} from '../../../contract/statements.ts';
import { CallError } from '../../shared/http.ts';
import { asOptions } from '../../shared/places.ts';
import { useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { FormButtons } from '../../ui/Form.tsx';
import { keepAmounts } from '../../ui/keep-amounts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { ColumnsSheet } from './ColumnsSheet.tsx';
import { ImportsSheet } from './ImportsSheet.tsx';
import css from './statements.module.css';

/** Drop, choose or paste what the bank offers for download. */
export function ImportSection({
  accounts,
  all,
}: {
  accounts: readonly MoneyAccount[];
  /** With those out of use. */
  all: readonly MoneyAccount[];
}) {
  const banks = accounts.filter(({ jenis }) => jenis === 'bank');
  const first = banks[0] ?? accounts[0];
  const [chosen, setChosen] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const [result, setResult] = useState<ImportResult>();
  const [question, setQuestion] = useState<ColumnQuestion & { message: string }>();
  const [pasting, setPasting] = useState(false);
  const [listing, setListing] = useState(false);
  const { send, progress, key } = useSend(importStatement);
  const akun_id = chosen || String(first?.id ?? '');

  const read = async (berkas: File | null, columns?: StatementColumns, rekening_lain: '0' | '1' = '0') => {
    setFile(berkas);
    setProblem(undefined);
    setResult(undefined);
    if (!berkas) return;
    const named = Object.entries(columns ?? {}).map(([what, title]) => [`kolom_${what}`, title]);
    try {
      const { data, message } = await send({
        body: { akun_id, rekening_lain, ...Object.fromEntries(named) },
        files: { berkas },
      });
      setResult(data);
      setFile(null);
      setQuestion(undefined);
      notify.success(message, { message: newIn(data) });
    } catch (error) {
      key.drop(); // the same file is sent again with other fields
      if (error instanceof CallError && error.code === 'statement_columns_needed')
        return setQuestion({ ...(error.data as ColumnQuestion), message: error.message });
      setQuestion(undefined);
      if (error instanceof CallError && error.code === accountQuestion) {
        if (await confirmAccount(error.message)) return await read(berkas, columns, '1');
        return setFile(null);
      }
      setProblem(error instanceof Error ? error.message : undefined);
      setFile(null);
    }
  };
  return (
    <Section title="Impor mutasi" context="File dari bank: CSV, Excel, atau tabel yang disalin.">
      <div className="ui-stack">
        {accounts.length > 1 && (
          <SelectField label="Rekening" options={asOptions(accounts)} value={akun_id} onChange={setChosen} />
        )}
        <UploadField
          label="File mutasi"
          description="CSV, XLS, atau XLSX dari bank, maksimal 5 MB."
          accept=".csv,.xls,.xlsx,.txt,.tsv,.htm,.html"
          typeError="Pilih file CSV, XLS, atau XLSX dari bank"
          maxBytes={maxStatementBytes}
          shrink={false}
          value={file}
          onChange={(taken) => void read(taken)}
          error={problem}
          progress={progress}
        />
        <div className={`ui-row ${css.buttons}`}>
          <Button look="quiet" icon={IconHistory} onClick={() => setListing(true)}>
            Riwayat impor
          </Button>
          <Button look="quiet" icon={IconClipboardText} onClick={() => setPasting(true)}>
            Tempel tabel
          </Button>
        </div>
        {result && <Summary of={result} />}
      </div>
      {question && (
        <ColumnsSheet
          question={question}
          onClose={() => {
            setQuestion(undefined);
            setFile(null);
          }}
          onChosen={(columns) => void read(file, columns)}
        />
      )}
      {listing && (
        <ImportsSheet
          accounts={all}
          onClose={() => {
            setListing(false);
            setResult(undefined); // may be of what was taken back
          }}
        />
      )}
      {pasting && (
        <PasteSheet
          onClose={() => setPasting(false)}
          onPasted={(text) => {
            setPasting(false);
            void read(new File([text], 'tempelan.txt', { type: 'text/plain' }));
          }}
        />
      )}
    </Section>
  );
}

const confirmAccount = (message: string) =>
  confirm({
    title: 'Tetap impor?',
    message,
    confirmLabel: 'Ya, impor',
    cancelLabel: 'Periksa lagi',
    danger: false,
  });

const newIn = ({ baru }: ImportResult) =>
  baru > 0 ? `${formatCount(baru)} mutasi baru` : 'Semuanya sudah tersimpan sebelumnya';

function Summary({ of }: { of: ImportResult }) {
  const { banyak, baru, rekening, dari, sampai, saldo_akhir, terbukti, tertunda } = of;
  const source = rekening ? ` dari rekening ${rekening}` : '';
  return (
    <Notice
      tone={terbukti ? 'success' : 'info'}
      title={baru > 0 ? `${newIn(of)} tersimpan${source}` : `Tidak ada mutasi baru${source}`}
    >
      <p>
        {formatDate(dari)} sampai {formatDate(sampai)}: {formatCount(banyak)} mutasi
        {banyak > baru && `, ${formatCount(banyak - baru)} sudah tersimpan sebelumnya`}.
      </p>
      <p>
        {terbukti
          ? keepAmounts(`Saldo setiap baris cocok; saldo akhir ${formatRupiah(saldo_akhir ?? 0)}.`)
          : 'File ini tanpa saldo, jadi tidak dapat dipastikan bahwa semua mutasi ada.'}
      </p>
      {tertunda.length > 0 && (
        <>
          <p>Belum dibukukan bank, jadi belum disimpan:</p>
          <ul>
            {tertunda.map(({ jumlah, uraian }, at) => (
              <li key={`${at} ${uraian}`}>
                {formatRupiah(jumlah)} {uraian}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  );
}

function PasteSheet({ onClose, onPasted }: { onClose(): void; onPasted(text: string): void }) {
  const [text, setText] = useState('');
  const hasText = text.trim() !== '';
  return (
    <Sheet opened onClose={onClose} title="Tempel tabel" guard={hasText}>
      <div className="ui-stack" data-unkept={hasText || undefined}>
        <TextareaField
          label="Tabel mutasi"
          description="Salin tabel dari situs bank atau Excel, termasuk judul kolomnya, lalu tempel di sini."
          rows={8}
          value={text}
          onChange={setText}
        />
        <FormButtons>
          <Button onClick={onClose}>Batal</Button>
          <Button look="primary" disabled={!hasText} onClick={() => onPasted(text)}>
            Impor
          </Button>
        </FormButtons>
      </div>
    </Sheet>
  );
}
