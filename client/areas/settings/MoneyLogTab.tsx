import { moneySubjects, subjectLabels } from '../../../contract/audit.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { AuditList } from './AuditList.tsx';
import { type MoneySubject, useMoneyAudit } from './api.ts';

const everything: { about: MoneySubject | '' } = { about: '' };

/** Every change about money, for auditors. Proofs of payments stay with the officers. */
export default function MoneyLogTab() {
  const { filter, clear, field } = useFilter(everything);
  const list = useMoneyAudit(filter.about);
  return (
    <>
      <FilterBar active={filter.about ? 1 : 0} onClear={clear}>
        <SelectField
          {...field('about')}
          label="Perihal"
          placeholder="Semua perihal"
          options={optionsOf(moneySubjects, subjectLabels)}
        />
      </FilterBar>
      <AuditList list={list} filtered={filter.about !== ''} onClearFilters={clear} />
    </>
  );
}
