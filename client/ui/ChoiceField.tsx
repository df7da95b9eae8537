import type { FieldProps } from './field.ts';
import { lazyPart } from './lazy-part.tsx';
import type { Option } from './SelectField.tsx';
import { TextField } from './TextField.tsx';

export interface ChoiceFieldProps extends FieldProps<string | null> {
  options: readonly Option[];
  nothing?: string | undefined;
  /** Called with the typed text when typing pauses, if the options come from a server. */
  onSearch?: ((text: string) => void) | undefined;
  /** Label of `value`, which may not be among the current options. */
  chosen?: Option | undefined;
}

const Chooser = lazyPart(() => import('./SearchableSelect.tsx'));

/** A searchable select for about 20 options or more. For fewer use SelectField. */
export function ChoiceField(props: ChoiceFieldProps) {
  const { label, description, error } = props;
  return (
    <Chooser
      {...props}
      waiting={<TextField label={label} description={description} error={error} disabled />}
    />
  );
}
