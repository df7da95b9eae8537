import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { FieldProps } from './field.ts';
import { TextField } from './TextField.tsx';

export interface DateFieldProps extends FieldProps<string | null> {
  /** Bounds, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
  clearable?: boolean | undefined;
}

const Picker = lazy(() => import('./DatePickerField.tsx'));

/** A calendar date as YYYY-MM-DD, shown and chosen in Indonesian. The calendar arrives when first needed. */
export function DateField(props: DateFieldProps) {
  const { label, description, error } = props;
  return (
    <Suspense
      fallback={
        <TextField label={label} description={description} error={error} icon={IconCalendar} disabled />
      }
    >
      <Picker {...props} />
    </Suspense>
  );
}
