import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import { thumbnailAddress } from '../../shared/uploads.ts';
import { Button } from '../../ui/Button.tsx';
import css from './StoredPhoto.module.css';

interface Props {
  file: string;
  /** Whether the photo is to be removed when the form is sent. */
  removed: boolean;
  onRemove(removed: boolean): void;
}

export function StoredPhoto({ file, removed, onRemove }: Props) {
  return (
    <div className={css.photo} data-removed={removed ? '' : undefined}>
      <img src={thumbnailAddress(file)} alt="Foto sekarang" />
      <p role="status">{removed ? 'Foto dihapus saat Anda menyimpan.' : 'Foto sekarang'}</p>
      <Button look="quiet" icon={removed ? IconArrowBackUp : IconTrash} onClick={() => onRemove(!removed)}>
        {removed ? 'Batalkan' : 'Hapus foto'}
      </Button>
    </div>
  );
}
