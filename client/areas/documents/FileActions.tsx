import { IconDownload, IconEdit, IconExternalLink } from '@tabler/icons-react';
import { deleteDocument, type EstateDocument } from '../../../contract/documents.ts';
import { can } from '../../../contract/policy.ts';
import { useActor } from '../../shared/auth.tsx';
import { useSend } from '../../shared/queries.ts';
import { DeleteAction } from '../../ui/DeleteAction.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { openAddress, saveAddress } from './file.ts';

/** Opens the file in a new tab, or downloads it under its original name. */
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

export function DocumentActions({ document, onEdit }: { document: EstateDocument; onEdit?: () => void }) {
  const actor = useActor();
  return (
    <>
      <FileLinks document={document} />
      {onEdit && can(actor, 'documents.edit') && (
        <RowAction label="Edit" icon={IconEdit} of={document.judul} onClick={onEdit} />
      )}
      {can(actor, 'documents.delete') && <DeleteDocumentAction document={document} />}
    </>
  );
}

function DeleteDocumentAction({ document: { id, judul } }: { document: EstateDocument }) {
  return (
    <DeleteAction
      id={id}
      of={judul}
      question={{ title: 'Apakah Anda yakin ingin menghapus dokumen ini?', message: judul }}
      by={useSend(deleteDocument)}
      gone={judul}
      failed="Gagal menghapus dokumen"
    />
  );
}
