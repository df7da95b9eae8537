import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import type { Column } from '../ui/columns.ts';
import { DataList } from '../ui/DataList.tsx';
import { Tabs } from '../ui/Tabs.tsx';

const rows = ['Budi', 'Siti', 'Joko'].map((nama, id) => ({ id, nama, blok: `A1-${id + 1}` }));
const columns: Column<(typeof rows)[number]>[] = [
  { header: 'Nama', card: 'title', render: ({ nama }) => nama },
  { header: 'Blok', card: 'badge', render: ({ blok }) => blok },
];
const empty = { title: 'Belum ada warga.', message: 'Warga akan tampil di sini.', icon: IconUsers };
const states = {
  isi: { rows, hasMore: true, loadMore: () => {} },
  memuat: { rows: undefined },
  kosong: { rows: [] },
  gagal: { rows: undefined, error: new Error('Server belum dapat dihubungi.'), retry: () => {} },
};
const tabs = (Object.keys(states) as (keyof typeof states)[]).map((key) => ({ key, label: key }));

export function Lists() {
  const [active, setActive] = useState<keyof typeof states>('isi');
  return (
    <Tabs label="Keadaan daftar" tabs={tabs} active={active} onChange={setActive}>
      <DataList
        label="Daftar warga"
        columns={columns}
        list={states[active]}
        rowKey={({ id }) => id}
        empty={empty}
      />
    </Tabs>
  );
}
