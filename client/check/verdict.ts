/** One thing that the checking page says. */
export interface Verdict {
  /** `danger` turns the whole page red. */
  tone: 'success' | 'warning' | 'danger';
  title: string;
  text: string;
  facts?: readonly (readonly [label: string, value: string])[];
  /** Signed notes that contradict each other, side by side. */
  notes?: readonly (readonly [heading: string, note: string])[];
}

export const whatToDo =
  'Simpan file, catatan, dan halaman ini, lalu tunjukkan kepada pengawas atau rapat warga sebelum meminta penjelasan.';
