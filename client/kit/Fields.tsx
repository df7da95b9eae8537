import { useState } from 'react';
import { Section } from '../ui/Card.tsx';
import { ChipField } from '../ui/ChipField.tsx';
import { ChoiceField } from '../ui/ChoiceField.tsx';
import { DateField } from '../ui/DateField.tsx';
import { FieldGrid } from '../ui/FieldGrid.tsx';
import { MonthPicker } from '../ui/MonthPicker.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SwitchField } from '../ui/SwitchField.tsx';
import { TextareaField } from '../ui/TextareaField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { UploadField } from '../ui/UploadField.tsx';

const options = ['A1-1', 'A1-2', 'B2-1'].map((value) => ({ value, label: `Rumah ${value}` }));

export function Fields() {
  const [amount, setAmount] = useState<number | null>(100_000);
  const [checked, setChecked] = useState(true);
  const [file, setFile] = useState<File | null>(null);
  const [house, setHouse] = useState<string | null>(null);
  const [month, setMonth] = useState<number | null>(7);
  const [password, setPassword] = useState('guyub-2026');
  return (
    <Section title="Isian">
      {[{}, { error: 'Wajib diisi' }, { disabled: true }].map((state) => (
        <FieldGrid key={JSON.stringify(state)}>
          <TextField label="Nama" kind="name" description="Sesuai KTP" {...state} />
          <NumberField label="Jumlah" prefix="Rp" value={amount} onChange={setAmount} {...state} />
          <PasswordField label="Password" value={password} onChange={setPassword} strength {...state} />
          <SelectField label="Blok" placeholder="Semua blok" options={options} {...state} />
          <ChoiceField label="Rumah" options={options} value={house} onChange={setHouse} {...state} />
          <DateField label="Tanggal" value="2026-07-17" {...state} />
          <TextareaField label="Deskripsi" {...state} />
          <UploadField label="Bukti transfer" value={file} onChange={setFile} {...state} />
        </FieldGrid>
      ))}
      <SearchField label="Cari warga" placeholder="Nama atau rumah" value="" onChange={() => {}} />
      <MonthPicker
        year={{ value: 2026, onChange: () => {} }}
        month={{ value: month, onChange: setMonth }}
        years={[2026, 2025]}
      />
      <ChipField
        label="Dibayar sekaligus"
        options={[
          { value: '1', label: '1 bulan' },
          { value: '3', label: '3 bulan' },
        ]}
        value="3"
        onChange={() => {}}
      />
      <SwitchField label="Menu aduan" checked={checked} onChange={setChecked} />
    </Section>
  );
}
