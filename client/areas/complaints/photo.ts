import type { Complaint } from '../../../contract/complaints.ts';
import { pictureItem } from '../../shared/uploads.ts';

export const photoKey = ({ id }: Complaint) => `${id}`;
export const answerKey = ({ id }: Complaint) => `${id}-jawaban`;

export function photoItems(complaints: readonly Complaint[]) {
  return complaints.flatMap((complaint) => [
    ...pictureItem(photoKey(complaint), complaint.foto, `Foto aduan ${complaint.judul}`),
    ...pictureItem(answerKey(complaint), complaint.foto_jawaban, `Foto jawaban aduan ${complaint.judul}`),
  ]);
}
