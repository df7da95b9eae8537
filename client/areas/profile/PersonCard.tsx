import { IconCamera, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { roleNames } from '../../../contract/people.ts';
import { useAuth } from '../../shared/auth.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { cx } from '../../ui/cx.ts';
import { notify } from '../../ui/notify.ts';
import { useUpdateProfile } from './api.ts';
import css from './profile.module.css';
import { squarePhoto } from './square-photo.ts';

export function PersonCard() {
  const { user } = useAuth();
  const { busy, choose, remove } = usePhoto();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <Card className={css.person}>
      <Avatar name={user.nama} src={user.foto_profile} size={96} />
      <div className={css.words}>
        <p className={css.name}>{user.nama}</p>
        <p className="ui-muted">
          {roleNames[user.jenis]}
          {user.blok && ` · Blok ${user.blok}`}
        </p>
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          hidden
          aria-label="Foto profil"
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            currentTarget.value = ''; // allows choosing the same file again
          }}
        />
        <div className={cx('ui-row', css.photoActions)}>
          <Button icon={IconCamera} busy={busy} onClick={() => chooser.current?.click()}>
            {user.foto_profile ? 'Ganti foto' : 'Pilih foto'}
          </Button>
          {user.foto_profile && (
            <Button look="quiet" icon={IconTrash} disabled={busy} onClick={() => void remove()}>
              Hapus foto
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function usePhoto() {
  const { updateUser } = useAuth();
  const update = useUpdateProfile();
  const [busy, setBusy] = useState(false);

  /** @param prepare returns a data URL; null removes the photo */
  const save = async (prepare: () => Promise<string | null>) => {
    setBusy(true);
    const send = async () => {
      const answer = await update({ foto_profile: await prepare() });
      updateUser(answer.user);
      return answer;
    };
    await notify.outcome(send(), 'Gagal mengupdate profile');
    setBusy(false);
  };
  return {
    busy,
    choose: async (file: File | undefined) => {
      if (file && !busy) await save(() => squarePhoto(file));
    },
    remove: async () => {
      const message = 'Huruf depan nama Anda akan tampil sebagai gantinya.';
      if (await confirm({ title: 'Hapus foto profil?', message })) await save(async () => null);
    },
  };
}
