import { IconCalendar } from '@tabler/icons-react';
import type { FieldProps } from './field.ts';
import { latePart } from './late-part.tsx';
import { TextField } from './TextField.tsx';

export interface DateFieldProps extends FieldProps<string | null> {
  /** Bounds, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
  clearable?: boolean | undefined;
}

const Picker = latePart(() => import('./DatePickerField.tsx'));

/** A calendar date as YYYY-MM-DD, shown and chosen in Indonesian. The calendar arrives when first needed. */
export function DateField(props: DateFieldProps) {
  const { label, description, error } = props;
  return (
    <Picker
      {...props}
      waiting={
        <TextField label={label} description={description} error={error} icon={IconCalendar} disabled />
      }
    />
  );
}
