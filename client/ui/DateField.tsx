import { IconCalendar } from '@tabler/icons-react';
import type { FieldProps } from './field.ts';
import { lazyPart } from './lazy-part.tsx';
import { TextField } from './TextField.tsx';

export interface DateFieldProps extends FieldProps<string | null> {
  min?: string | undefined;
  max?: string | undefined;
  clearable?: boolean | undefined;
}

const Picker = lazyPart(() => import('./DatePickerField.tsx'));

/** A calendar date as YYYY-MM-DD, displayed in Indonesian. The calendar is loaded on first use. */
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
