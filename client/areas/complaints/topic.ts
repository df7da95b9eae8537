import type { Complaint } from '../../../contract/complaints.ts';
import { nameAndHouse } from '../../shared/payers.ts';

/** Names the complaint in the labels of its buttons: neighbours report the same thing. */
export const topicOf = ({ judul, nama_user: nama, blok }: Complaint) =>
  `aduan ${judul}, ${nameAndHouse({ nama, blok })}`;
