import { IconDownload, IconEdit, IconExternalLink, IconTrash } from '@tabler/icons-react';
import type { EstateDocument } from '../../../contract/documents.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../lib/auth.tsx';
import { confirm } from '../../ui/confirm.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { useDeleteDocument } from './api.ts';
import { openAddress, saveAddress } from './file.ts';

/** Opens the file in a new tab, or saves it under its own name. */
export function FileLinks({ document }: { document: EstateDocument }) {
  return (
    <>
      <LinkButton
        href={openAddress(document)}
        newTab
        icon={IconExternalLink}
        label={`Buka ${document.judul}`}
      >
        Buka
      </LinkButton>
      <LinkButton href={saveAddress(document)} icon={IconDownload} label={`Download ${document.judul}`}>
        Download
      </LinkButton>
    </>
  );
}

/** Beside the links, what those who manage documents may do. */
export function DocumentActions({ document, onEdit }: { document: EstateDocument; onEdit?: () => void }) {
  const actor = useActor();
  return (
    <>
      <FileLinks document={document} />
      {onEdit && can(actor, 'documents.edit') && (
        <RowAction label="Edit" icon={IconEdit} of={document.judul} onClick={onEdit} />
      )}
      {can(actor, 'documents.delete') && <DeleteAction document={document} />}
    </>
  );
}

function DeleteAction({ document: { id, judul } }: { document: EstateDocument }) {
  const { send, isSending } = useDeleteDocument();
  const remove = async () => {
    if (!(await confirm({ title: 'Apakah Anda yakin ingin menghapus dokumen ini?', message: judul }))) return;
    try {
      notify.success((await send({ params: { id } })).message, { message: judul });
    } catch (error) {
      notify.failure('Gagal menghapus dokumen', error);
    }
  };
  return (
    <RowAction
      label="Hapus"
      icon={IconTrash}
      of={judul}
      danger
      busy={isSending}
      onClick={() => void remove()}
    />
  );
}
