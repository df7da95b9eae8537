import type { Complaint } from '../../../contract/complaints.ts';
import { pictureOf } from '../../shared/uploads.ts';

export const photoKey = ({ id }: Complaint) => `${id}`;
export const answerKey = ({ id }: Complaint) => `${id}-jawaban`;

export function photoItems(complaints: readonly Complaint[]) {
  return complaints.flatMap((complaint) => [
    ...item(photoKey(complaint), complaint.foto, `Foto aduan ${complaint.judul}`),
    ...item(answerKey(complaint), complaint.foto_jawaban, `Foto jawaban aduan ${complaint.judul}`),
  ]);
}

const item = (key: string, file: string | null, title: string) =>
  file ? [{ key, ...pictureOf(file), alt: title, title }] : [];
