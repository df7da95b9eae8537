import { SelectField } from '../ui/SelectField.tsx';
import { useEstate } from './estate.ts';

interface Props {
  /** The letter; '' for all blocks. */
  value: string;
  onChange(letter: string): void;
}

export function BlockField(props: Props) {
  const { blockLetters } = useEstate();
  return (
    <SelectField
      {...props}
      label="Blok"
      placeholder="Semua blok"
      options={[...blockLetters].map((letter) => ({ value: letter, label: `Blok ${letter}` }))}
    />
  );
}
