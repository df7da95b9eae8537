import type { Order } from './page.ts';

interface Living {
  urutan_blok: string;
  nama: string;
}

/** Lists of people: by house, then by name. @param idOf reads `users.id` */
export const byHouse = <Row extends Living>(name: string, idOf: (row: Row) => number): Order<Row> => ({
  name,
  columns: ['users.urutan_blok', 'users.nama', 'users.id'],
  kinds: ['text', 'text', 'id'],
  descending: false,
  keyOf: (row) => [row.urutan_blok, row.nama, idOf(row)],
});
