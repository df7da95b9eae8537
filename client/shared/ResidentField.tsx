import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import type { FieldProps } from '../ui/field.ts';
import { Notice } from '../ui/Notice.tsx';
import { nameAndHouse, usePayers } from './payers.ts';

const anyWord = 'Ketik nama, blok, atau No HP';

interface Props extends Omit<FieldProps<string | null>, 'label' | 'onChange'> {
  label?: string;
  placeholder?: string;
  chosen: string;
  onChange(id: string | null, chosen: string): void;
}

export function ResidentField({ placeholder = anyWord, value, chosen, onChange, ...rest }: Props) {
  const [search, setSearch] = useState('');
  const { data, error, refetch } = usePayers(search);
  const options = (data?.data ?? []).map((payer) => ({
    value: String(payer.user_id),
    label: nameAndHouse(payer),
  }));
  return (
    <>
      <ChoiceField
        label="Warga"
        {...rest}
        placeholder={data || !error ? placeholder : undefined}
        value={value}
        chosen={value ? { value, label: chosen } : undefined}
        options={options}
        onSearch={setSearch}
        onChange={(id) => onChange(id, options.find((option) => option.value === id)?.label ?? chosen)}
        nothing={data ? 'Tidak ada warga yang cocok' : 'Memuat daftar warga…'}
        required
      />
      {error && (
        <Notice
          tone="danger"
          title="Daftar warga belum dapat dimuat"
          action={<Button onClick={() => void refetch()}>Coba lagi</Button>}
        >
          {error.message}
        </Notice>
      )}
    </>
  );
}
