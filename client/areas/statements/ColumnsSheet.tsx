import { useState } from 'react';
import type { ColumnQuestion, StatementColumns } from '../../../contract/statements.ts';
import { Button } from '../../ui/Button.tsx';
import { FormButtons } from '../../ui/Form.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { Sheet } from '../../ui/Sheet.tsx';

const fields = [
  { what: 'tanggal', label: 'Tanggal', required: true },
  { what: 'uraian', label: 'Uraian', required: true },
  { what: 'masuk', label: 'Uang masuk', required: false },
  { what: 'keluar', label: 'Uang keluar', required: false },
  { what: 'jumlah', label: 'Jumlah (masuk dan keluar dalam satu kolom)', required: false },
  { what: 'saldo', label: 'Saldo', required: false },
] as const;

interface Props {
  question: ColumnQuestion & { message: string };
  onClose(): void;
  onChosen(columns: StatementColumns): void;
}

/** Of a bank that is not known: what stands in which column, asked once per account. */
export function ColumnsSheet({ question: { message, kolom, contoh }, onClose, onChosen }: Props) {
  const [chosen, setChosen] = useState<Partial<Record<keyof StatementColumns, string>>>({});
  const { tanggal, uraian, masuk, jumlah } = chosen;
  const example = (title: string) => {
    const value = contoh[0]?.[kolom.indexOf(title)];
    return value ? `${title} (${value})` : title;
  };
  return (
    <Sheet opened onClose={onClose} title="Pilih kolom">
      <div className="ui-stack">
        <p>{message}</p>
        {fields.map(({ what, label, required }) => (
          <SelectField
            key={what}
            label={label}
            placeholder="Tidak ada"
            options={kolom.map((title) => ({ value: title, label: example(title) }))}
            value={chosen[what] ?? ''}
            onChange={(title) => setChosen({ ...chosen, [what]: title || undefined })}
            required={required}
          />
        ))}
        <FormButtons>
          <Button onClick={onClose}>Batal</Button>
          <Button
            look="primary"
            disabled={!tanggal || !uraian || !(masuk ?? jumlah)}
            onClick={() => tanggal && uraian && onChosen({ ...chosen, tanggal, uraian })}
          >
            Impor
          </Button>
        </FormButtons>
      </div>
    </Sheet>
  );
}
