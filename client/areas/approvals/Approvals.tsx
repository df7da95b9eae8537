import { IconCheck, IconChecks, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type Approval,
  approvalLabels,
  type Decision,
  decideApproval,
  impossible,
  type ListedApproval,
  listApprovals,
} from '../../../contract/approvals.ts';
import { formatCount, formatDateTime } from '../../../contract/format.ts';
import { useActor } from '../../shared/auth.tsx';
import { confirmWithdrawal } from '../../shared/confirm-withdrawal.ts';
import { useEstate } from '../../shared/estate.ts';
import { CallError } from '../../shared/http.ts';
import { usePages, useSend } from '../../shared/queries.ts';
import { pictureItem, thumbnailAddress } from '../../shared/uploads.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { Facts } from '../../ui/Facts.tsx';
import { FormButtons } from '../../ui/Form.tsx';
import { ImageViewer } from '../../ui/ImageViewer.tsx';
import { notify } from '../../ui/notify.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import css from './Approvals.module.css';
import { differences } from './differences.ts';
import { ReasonForm } from './ReasonForm.tsx';

/**
 * Proposals that wait for a second person; nothing while there are none.
 * @param isFolded behind a button that says how many there are
 */
export default function Approvals({ isFolded }: { isFolded: boolean }) {
  const { rows } = usePages('approvals', listApprovals, { query: { status: 'menunggu' } });
  const [isUnfolded, setUnfolded] = useState(false);
  const [refusing, setRefusing] = useState<ListedApproval | null>(null);
  const isShown = !isFolded || isUnfolded;
  const sheet = refusing && <RefuseSheet approval={refusing} onClose={() => setRefusing(null)} />;
  if (!rows?.length) return sheet;
  return (
    <div className={`ui-screen ${css.proposals}`}>
      {isFolded && (
        <Button icon={IconChecks} aria-expanded={isShown} onClick={() => setUnfolded(!isUnfolded)}>
          Menunggu persetujuan ({formatCount(rows.length)})
        </Button>
      )}
      {isShown && (
        <Section
          title="Menunggu persetujuan"
          context="Perubahan ini baru berlaku setelah orang kedua menyetujuinya."
        >
          <ul className="ui-stack">
            {rows.map((approval) => (
              <li key={approval.id}>
                <Proposal approval={approval} onRefuse={() => setRefusing(approval)} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {sheet}
    </div>
  );
}

const outcomeOf = ({ keputusan, sendiri, diputuskan_oleh_nama }: Approval) =>
  `${keputusan === 'setuju' ? 'disetujui' : sendiri ? 'dibatalkan' : 'ditolak'} oleh ${diputuskan_oleh_nama}.`;

/** What is said of a proposal that changed or was decided before the decision came; undefined for other errors. */
function overtaken(error: unknown, seen: ListedApproval): { title: string; facts: string[] } | undefined {
  if (!(error instanceof CallError)) return undefined;
  const current = error.data as Approval;
  if (error.code === 'approval_changed')
    return {
      title: 'Isi usulan berubah. Periksa lagi sebelum memutuskan.',
      facts: differences(seen, current),
    };
  if (error.code === 'approval_decided')
    return { title: error.message, facts: [`${approvalLabels[seen.jenis]}: ${outcomeOf(current)}`] };
  return undefined;
}

const failed = 'Gagal memutuskan usulan';

function useDecideApproval(approval: ListedApproval) {
  const { send, isSending } = useSend(decideApproval);
  const title = approvalLabels[approval.jenis];
  const decide = async (keputusan: Decision) => {
    const { id, sidik } = approval;
    try {
      const { message } = await send({ params: { id }, body: { keputusan, sidik } });
      notify.success(message, { message: title });
    } catch (error) {
      const late = overtaken(error, approval);
      if (late) notify.error(late.title, { message: late.facts.join('\n') });
      else notify.failure(failed, error, title);
    }
  };
  return { decide, isSending };
}

/** Lies outside of the list: a colleague's decision removes the proposal. */
function RefuseSheet({ approval, onClose }: { approval: ListedApproval; onClose(): void }) {
  const { send } = useSend(decideApproval);
  const [seen, setSeen] = useState(approval);
  const title = approvalLabels[approval.jenis];
  const refuse = async (alasan: string) => {
    const { id, sidik } = seen;
    try {
      return await send({ params: { id }, body: { keputusan: 'tolak', sidik, alasan } });
    } catch (error) {
      const late = overtaken(error, seen);
      if (!late) throw error;
      setSeen({ ...seen, ...((error as CallError).data as Approval) });
      throw new Error(`${late.title} ${late.facts.join('; ')}`, { cause: error });
    }
  };
  return (
    <Sheet opened onClose={onClose} title={`Tolak ${title.toLowerCase()}?`}>
      <ReasonForm
        label="Alasan (opsional)"
        action="Tolak"
        failed={failed}
        about={title}
        draftKey={`tolak-usulan-${approval.id}`}
        send={refuse}
        onClose={onClose}
      />
    </Sheet>
  );
}

function Proposal({ approval, onRefuse }: { approval: ListedApproval; onRefuse(): void }) {
  const { id: actorId } = useActor();
  const { timeZone } = useEstate();
  const { decide, isSending } = useDecideApproval(approval);
  const title = approvalLabels[approval.jenis];
  const named = (label: string) => ({
    children: label,
    'aria-label': [`${label} ${title.toLowerCase()}`, approval.isi[0]?.nilai].join(', '),
  });
  const approve = async () => {
    const sure = await confirm({
      title: `Setujui ${title.toLowerCase()}?`,
      message: approval.isi.map(({ label, nilai }) => `${label}: ${nilai}`).join('\n'),
      confirmLabel: 'Ya, setujui',
      danger: false,
    });
    if (sure) await decide('setuju');
  };
  const withdraw = async () => {
    if (await confirmWithdrawal(approval.jenis)) await decide('tolak');
  };
  return (
    <article className={css.proposal} aria-label={title}>
      <h3 className="ui-heading">{title}</h3>
      <p className="ui-note">
        Diajukan {approval.diajukan_oleh_nama}, {formatDateTime(approval.diajukan_pada, timeZone)}
      </p>
      <Facts of={approval.isi.map(({ label, nilai }) => [label, nilai])} />
      {approval.foto !== null && <Proof foto={approval.foto} />}
      {approval.halangan !== null && <p className="ui-note">{approval.halangan}</p>}
      {approval.diajukan_oleh === actorId && (
        <FormButtons>
          <Button
            icon={IconX}
            busy={isSending}
            onClick={() => void withdraw()}
            {...named('Batalkan usulan')}
          />
        </FormButtons>
      )}
      {approval.halangan === null && (
        <FormButtons>
          <Button icon={IconX} onClick={onRefuse} {...named('Tolak')} />
          {approval.isi[0]?.label !== impossible && (
            <Button
              look="primary"
              icon={IconCheck}
              busy={isSending}
              onClick={() => void approve()}
              {...named('Setujui')}
            />
          )}
        </FormButtons>
      )}
    </article>
  );
}

/** What is to be paid for, large on a tap. */
function Proof({ foto }: { foto: string }) {
  const [shown, setShown] = useState<string | number | null>(null);
  return (
    <>
      <Thumbnail
        src={thumbnailAddress(foto)}
        label="Lihat foto bukti usulan"
        size="m"
        onOpen={() => setShown(foto)}
      />
      <ImageViewer
        items={pictureItem(foto, foto, 'Foto bukti usulan', 'Foto bukti')}
        current={shown}
        onCurrent={setShown}
      />
    </>
  );
}
