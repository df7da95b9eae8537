import { moneySubjects, subjectLabels } from '../../../contract/audit.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { AuditList } from './AuditList.tsx';
import { useMoneyAudit } from './api.ts';

const everything: { about: (typeof moneySubjects)[number] | '' } = { about: '' };

/** Every change about money, for auditors. Proofs of payments stay with the officers. */
export default function MoneyLogTab() {
  const { filter, clear, field, active, isFiltered } = useFilter(everything);
  const list = useMoneyAudit(filter.about);
  return (
    <>
      <FilterBar active={active} onClear={clear}>
        <SelectField
          {...field('about')}
          label="Perihal"
          placeholder="Semua perihal"
          options={optionsOf(moneySubjects, subjectLabels)}
        />
      </FilterBar>
      <AuditList list={list} onClearFilters={isFiltered && clear} />
    </>
  );
}
