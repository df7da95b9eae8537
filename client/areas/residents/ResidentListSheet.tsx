import { IconClipboardText, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../contract/format.ts';
import { failures } from '../../../contract/messages.ts';
import { useEstate } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm, type Question } from '../../ui/confirm.ts';
import { FormButtons } from '../../ui/Form.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextareaField } from '../../ui/TextareaField.tsx';
import { UploadField } from '../../ui/UploadField.tsx';
import { AccessList } from './AccessList.tsx';
import { addResidents, type NewResident, type Outcome, withPassword } from './add-residents.ts';
import css from './ResidentListSheet.module.css';
import { cellsOf, residentsOf } from './resident-list.ts';

const mega = 1024 * 1024;

const leavingPasswords: Question = {
  title: 'Tutup daftar password?',
  message: 'Password ini tidak dapat ditampilkan lagi. Pastikan sudah dicetak atau dikirim.',
  confirmLabel: 'Ya, tutup',
  cancelLabel: 'Belum',
};

/** Adds the residents of a spreadsheet, and shows their passwords once, to print or send. */
export default function ResidentListSheet({ onClose }: { onClose(): void }) {
  const { blockLetters } = useEstate();
  const [people, setPeople] = useState<readonly NewResident[]>();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [text, setText] = useState('');
  const hasAdded = [...outcomes.values()].some(({ state }) => state === 'added');
  return (
    <Sheet
      opened
      onClose={onClose}
      title="Tambah Banyak Warga"
      size="lg"
      guard={hasAdded ? leavingPasswords : people !== undefined || text.trim() !== ''}
    >
      {people ? (
        <Adding
          people={people}
          outcomes={outcomes}
          onOutcome={({ row }, outcome) => setOutcomes((now) => new Map(now).set(row, outcome))}
          onOther={() => {
            setPeople(undefined);
            setOutcomes(new Map());
            setText('');
          }}
          onClose={async () => {
            if (await confirm(leavingPasswords)) onClose();
          }}
        />
      ) : (
        <Source
          text={text}
          onText={setText}
          onRead={(cells) => setPeople(residentsOf(cells, blockLetters).map(withPassword))}
        />
      )}
    </Sheet>
  );
}

interface SourceProps {
  /** Pasted. */
  text: string;
  onText(text: string): void;
  /** @throws Error with a sentence for a list that is refused */
  onRead(cells: readonly (readonly string[])[]): void;
}

function Source({ text, onText, onRead }: SourceProps) {
  const [problem, setProblem] = useState<{ file?: string; text?: string }>({});
  const read = async (from: 'file' | 'text', cells: () => string[][] | Promise<string[][]>) => {
    try {
      onRead(await cells());
    } catch (error) {
      setProblem({ [from]: error instanceof Error ? error.message : undefined });
    }
  };
  return (
    <div className="ui-stack" data-unkept={text.trim() !== '' || undefined}>
      <p>
        Di atas daftar ada judul kolom: <b>Nama</b> dan <b>Blok</b>, dan bila ada <b>No HP</b>, <b>Email</b>,
        dan <b>Jumlah keluarga</b>. Password dibuat otomatis, lalu dapat dicetak atau dikirim lewat WhatsApp.
      </p>
      <UploadField
        label="File daftar warga"
        description="Excel (.xlsx) atau CSV, maksimal 1.000 warga."
        accept=".xlsx,.csv,.txt,.tsv"
        typeError="Pilih file Excel (.xlsx) atau CSV"
        maxBytes={2 * mega}
        error={problem.file}
        onChange={(file) => file && void read('file', () => cellsIn(file))}
      />
      <TextareaField
        label="Atau tempel dari Excel atau Google Sheets"
        description="Salin tabelnya termasuk judul kolom, lalu tempel di sini."
        rows={6}
        value={text}
        onChange={onText}
        error={problem.text}
      />
      <FormButtons>
        <Button
          look="primary"
          icon={IconClipboardText}
          disabled={text.trim() === ''}
          onClick={() => void read('text', () => cellsOf(text))}
        >
          Periksa daftar
        </Button>
      </FormButtons>
    </div>
  );
}

async function cellsIn(file: File): Promise<string[][]> {
  if (!file.name.toLowerCase().endsWith('.xlsx')) return cellsOf(await file.text());
  const { readSheet } = await import('read-excel-file/universal').catch(() => {
    throw new Error(failures.network);
  });
  try {
    const rows = await readSheet(await file.arrayBuffer());
    return rows.map((cells) => cells.map((cell) => String(cell ?? '')));
  } catch {
    throw new Error(
      'File ini tidak dapat dibaca sebagai Excel. Simpan lagi sebagai .xlsx, atau tempel tabelnya.',
    );
  }
}

interface AddingProps {
  people: readonly NewResident[];
  /** By row. */
  outcomes: ReadonlyMap<number, Outcome>;
  onOutcome(resident: NewResident, outcome: Outcome): void;
  onOther(): void;
  onClose(): Promise<void>;
}

function Adding({ people, outcomes, onOutcome, onOther, onClose }: AddingProps) {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { added, waiting, refused } = useMemo(() => sort(people, outcomes), [people, outcomes]);
  const closed = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    closed.current = controller;
    return () => controller.abort();
  }, []);
  const add = async () => {
    setSending(true);
    setFailure(undefined);
    try {
      await addResidents(waiting, onOutcome, closed.current?.signal);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : undefined);
    }
    setSending(false);
  };
  const isDone = added.length > 0 && waiting.length === 0;
  return (
    <div className="ui-stack" data-unkept>
      <p role="status">{inWords({ added, waiting, refused })}</p>
      {isSending && (
        <Meter label="Menambahkan warga" value={outcomes.size / (outcomes.size + waiting.length)} showValue />
      )}
      {failure && (
        <Notice tone="danger" title="Berhenti sebelum selesai">
          {failure} Yang sudah ditambahkan tetap tersimpan.
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warning" title={`${formatCount(refused.length)} baris tidak ditambahkan`}>
          <ul className={css.problems}>
            {refused.map(({ row, values, problem }) => (
              <li key={row}>
                Baris {row}
                {values.nama && `, ${values.nama}`}: {problem}
              </li>
            ))}
          </ul>
          {isDone && 'Tambahkan satu per satu lewat Tambah Warga.'}
        </Notice>
      )}
      {added.length > 0 && <AccessList people={added} isWhole={isDone} />}
      <FormButtons>
        {added.length === 0 && !isSending && <Button onClick={onOther}>Daftar lain</Button>}
        {isDone && <Button onClick={() => void onClose()}>Selesai</Button>}
        {waiting.length > 0 && (
          <Button look="primary" icon={IconUserPlus} busy={isSending} onClick={() => void add()}>
            {added.length > 0 ? 'Lanjutkan' : `Tambah ${formatCount(waiting.length)} Warga`}
          </Button>
        )}
      </FormButtons>
    </div>
  );
}

interface Sorted {
  added: NewResident[];
  waiting: NewResident[];
  refused: NewResident[];
}

function sort(people: readonly NewResident[], outcomes: ReadonlyMap<number, Outcome>): Sorted {
  const sorted: Sorted = { added: [], waiting: [], refused: [] };
  for (const person of people) {
    const outcome = outcomes.get(person.row);
    if (outcome?.state === 'added') sorted.added.push(person);
    else if (outcome?.state === 'refused') sorted.refused.push({ ...person, problem: outcome.problem });
    else if (person.problem) sorted.refused.push(person);
    else sorted.waiting.push(person);
  }
  return sorted;
}

function inWords({ added, waiting, refused }: Sorted): string {
  if (added.length > 0 && waiting.length === 0)
    return `${formatCount(added.length)} warga sudah ditambahkan.`;
  if (added.length > 0)
    return `${formatCount(added.length)} warga sudah ditambahkan, ${formatCount(waiting.length)} lagi menunggu.`;
  if (waiting.length === 0)
    return `Tidak ada warga yang dapat ditambahkan dari ${formatCount(refused.length)} baris.`;
  return `${formatCount(waiting.length)} warga siap ditambahkan.`;
}
