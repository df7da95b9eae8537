import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type Auditor, nameAuditors } from '../../../contract/auditors.ts';
import { maxPengawas } from '../../../contract/policy.ts';
import { AnnouncedPasswordField } from '../../shared/AnnouncedPasswordField.tsx';
import { nameAndHouse, useActiveResidents } from '../../shared/payers.ts';
import { useSend } from '../../shared/queries.ts';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { FormSheet } from '../../ui/FormSheet.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { useReportedForm } from '../../ui/use-reported-form.ts';
import css from './auditors.module.css';

export function AuditorsDialog({ present, onClose }: { present: readonly Auditor[]; onClose: () => void }) {
  const { send } = useSend(nameAuditors);
  const [chosen, setChosen] = useState(present);
  const form = useReportedForm({
    initial: { user_ids: present.map(({ user_id }) => user_id), password: '' },
    schema: nameAuditors.body,
    send: (body) => send({ body }),
    onSent: onClose,
  });
  const choose = (auditors: readonly Auditor[]) => {
    setChosen(auditors);
    form.set(
      'user_ids',
      auditors.map(({ user_id }) => user_id),
    );
  };
  return (
    <FormSheet of={form} title="Ubah Pengawas" failed="Gagal menyimpan pengawas" onClose={onClose} drops>
      <ul className={css.list} aria-label="Pengawas yang dipilih">
        {chosen.map((one) => (
          <li key={one.user_id} className={css.chosen}>
            {nameAndHouse(one)}
            <RowAction
              label="Keluarkan"
              icon={IconX}
              of={one.nama}
              onClick={() => choose(chosen.filter(({ user_id }) => user_id !== one.user_id))}
            />
          </li>
        ))}
        {chosen.length === 0 && <li className="ui-muted">Belum ada yang dipilih.</li>}
      </ul>
      {chosen.length < maxPengawas && (
        <Candidate
          error={form.errors.user_ids}
          chosen={chosen}
          onChoose={(one) => choose([...chosen, one])}
        />
      )}
      <AnnouncedPasswordField field={form.field('password')} change="Perubahan pengawas" />
    </FormSheet>
  );
}

interface CandidateProps {
  chosen: readonly Auditor[];
  error: string | undefined;
  onChoose(one: Auditor): void;
}

function Candidate({ chosen, error, onChoose }: CandidateProps) {
  const [search, setSearch] = useState('');
  const { data } = useActiveResidents(search);
  const free = (data?.data ?? []).filter(({ id }) => !chosen.some(({ user_id }) => user_id === id));
  return (
    <ChoiceField
      label="Tambah warga"
      placeholder="Ketik nama, blok, atau No HP"
      value={null}
      error={error}
      data-path="user_ids"
      options={free.map(({ id, nama, blok }) => ({ value: String(id), label: `${nama} (${blok ?? '–'})` }))}
      onSearch={setSearch}
      onChange={(value) => {
        const one = free.find(({ id }) => String(id) === value);
        if (one) onChoose({ user_id: one.id, nama: one.nama, blok: one.blok });
      }}
      nothing={data ? 'Tidak ada warga yang cocok' : 'Memuat daftar warga…'}
    />
  );
}
