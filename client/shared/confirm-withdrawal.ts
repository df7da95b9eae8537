import { type ApprovalKind, approvalLabels } from '../../contract/approvals.ts';
import { confirm } from '../ui/confirm.ts';

export const confirmWithdrawal = (jenis: ApprovalKind): Promise<boolean> =>
  confirm({
    title: `Batalkan usulan ${approvalLabels[jenis].toLowerCase()}?`,
    message: 'Usulan tidak jadi diputuskan. Anda dapat mengajukannya lagi.',
    confirmLabel: 'Ya, batalkan',
    cancelLabel: 'Tidak',
  });
