import { listMoneyAudit, moneySubjects, subjectLabels } from '../../../contract/audit.ts';
import { usePages } from '../../shared/queries.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { optionsOf, SelectField } from '../../ui/SelectField.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { AuditList } from './AuditList.tsx';

const everything: { about: (typeof moneySubjects)[number] | '' } = { about: '' };

/** Every change about money, for auditors. Proofs of payments stay with the officers. */
export default function MoneyLogTab() {
  const { filter, clear, field, active, isFiltered } = useFilter(everything);
  const list = usePages('settings', listMoneyAudit, { query: { entitas: filter.about || undefined } });
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
      <AuditList list={list} filtered={isFiltered} onClearFilters={clear} />
    </>
  );
}
