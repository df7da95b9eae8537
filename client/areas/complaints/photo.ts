import type { Complaint } from '../../../contract/complaints.ts';

const picture = (file: string) => `/assets/uploads/${file}`;
export const thumbnail = (file: string) => `${picture(file)}?size=thumb`;

export const photoKey = ({ id }: Complaint) => `${id}`;
export const answerKey = ({ id }: Complaint) => `${id}-jawaban`;

export function photoItems(complaints: readonly Complaint[]) {
  return complaints.flatMap((complaint) => [
    ...item(photoKey(complaint), complaint.foto, `Foto aduan ${complaint.judul}`),
    ...item(answerKey(complaint), complaint.foto_jawaban, `Foto jawaban ${complaint.judul}`),
  ]);
}

const item = (key: string, file: string | null, title: string) =>
  file ? [{ key, src: picture(file), thumb: thumbnail(file), alt: title, title }] : [];
