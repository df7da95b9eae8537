import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/id';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { DateFieldProps } from './DateField.tsx';
import css from './DatePickerField.module.css';
import { shared } from './field.ts';
import { useEscape } from './use-escape.ts';

export default function DatePickerField({
  value,
  onChange,
  min,
  max,
  clearable,
  placeholder,
  ...rest
}: DateFieldProps) {
  const made = useId();
  const id = rest.id ?? made; // the same id for both, so that the calendar is labelled by its field
  const [opened, setOpened] = useState(false);
  const input = useRef<HTMLButtonElement>(null);
  // Only a press of the field closes the calendar.
  useEscape(opened, () => {
    input.current?.focus();
    input.current?.click();
  });
  return (
    <div role="presentation" className={css.field} onKeyDown={keepEscapeInside}>
      <DatePickerInput
        {...shared(rest)}
        ref={input}
        id={id}
        value={value ?? null}
        onChange={(date) => onChange?.(date)}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
        {...(clearable && { clearable, clearButtonProps: { 'aria-label': 'Kosongkan tanggal' } })}
        locale="id"
        valueFormat="D MMMM YYYY"
        placeholder={placeholder ?? 'Pilih tanggal'}
        firstDayOfWeek={1}
        weekendDays={[0]}
        leftSection={<IconCalendar size={20} stroke={1.8} aria-hidden />}
        leftSectionPointerEvents="none"
        popoverProps={{
          id,
          zIndex: 450,
          shadow: 'lg',
          onOpen: () => setOpened(true),
          onClose: () => setOpened(false),
          // Over the field where there is room neither above nor below, as on a phone held sideways.
          middlewares: { flip: true, shift: { crossAxis: true, padding: 8 } },
          classNames: { dropdown: css.dropdown ?? '' },
        }}
        classNames={css}
        ariaLabels={{
          nextMonth: 'Bulan berikutnya',
          previousMonth: 'Bulan sebelumnya',
          nextYear: 'Tahun berikutnya',
          previousYear: 'Tahun sebelumnya',
          nextDecade: 'Dasawarsa berikutnya',
          previousDecade: 'Dasawarsa sebelumnya',
        }}
      />
    </div>
  );
}

/** The calendar is in a portal: its Escape must close the calendar, not the dialog behind it. */
function keepEscapeInside(event: KeyboardEvent<HTMLElement>) {
  if (event.key === 'Escape' && !event.currentTarget.contains(event.target as Node)) event.stopPropagation();
}
