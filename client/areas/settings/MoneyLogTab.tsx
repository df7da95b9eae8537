import { moneySubjects, subjectLabels } from '../../../contract/audit.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { useFilter } from '../../ui/use-filter.ts';
import { AuditList } from './AuditList.tsx';
import { type MoneySubject, useMoneyAudit } from './api.ts';

const everything: { about: MoneySubject | '' } = { about: '' };

/** Every change about money, for auditors. Proofs of payments stay with the officers. */
export default function MoneyLogTab() {
  const { filter, change, clear } = useFilter(everything);
  const list = useMoneyAudit(filter.about);
  return (
    <>
      <FilterBar active={filter.about ? 1 : 0} onClear={clear}>
        <SelectField
          label="Perihal"
          placeholder="Semua perihal"
          options={moneySubjects.map((value) => ({ value, label: subjectLabels[value] }))}
          value={filter.about}
          onChange={(about) => change({ about })}
        />
      </FilterBar>
      <AuditList list={list} filtered={filter.about !== ''} onClearFilters={clear} />
    </>
  );
}
