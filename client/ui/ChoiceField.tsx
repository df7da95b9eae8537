import type { FieldProps } from './field.ts';
import { latePart } from './late-part.tsx';
import type { Option } from './SelectField.tsx';
import { TextField } from './TextField.tsx';

export interface ChoiceFieldProps extends FieldProps<string | null> {
  options: readonly Option[];
  /** Said when nothing matches. */
  nothing?: string | undefined;
  /** Who asks elsewhere for the options hears what is typed, when typing pauses. */
  onSearch?: ((text: string) => void) | undefined;
  /** The option of `value`, which may not be among those found. */
  chosen?: Option | undefined;
}

const Chooser = latePart(() => import('./SearchableSelect.tsx'));

/** One of many (from about 20 on): type to find. For few choices take SelectField. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, description, error } = props;
  return (
    <Chooser
      {...props}
      waiting={<TextField label={label} description={description} error={error} disabled />}
    />
  );
}
