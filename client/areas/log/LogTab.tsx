import { IconShieldCheck, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../contract/format.ts';
import { exportLog, getCheckpoint } from '../../../contract/log.ts';
import { can } from '../../../contract/policy.ts';
import { useAuth } from '../../shared/auth.tsx';
import { DownloadButton } from '../../shared/ExportMenu.tsx';
import { useRead } from '../../shared/queries.ts';
import { ActionRow } from '../../ui/ActionRow.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadState } from '../../ui/LoadState.tsx';
import { notify } from '../../ui/notify.ts';

/** The head of the log, to be kept by many people, and the file that it proves. */
export default function LogTab() {
  const read = useRead('cash-book', getCheckpoint, {});
  const { user } = useAuth();
  const head = read.data?.data;
  return (
    <Section
      title="Kepala log"
      context="Tanda pengenal seluruh catatan. Simpan atau kirim ke grup warga: dengan ini siapa pun kelak dapat membuktikan bahwa tidak ada yang diubah atau dihapus."
    >
      {!head && <LoadState of={read} height="8rem" />}
      {head && (
        <Facts
          of={[
            ['Log', head.asal],
            ['Ukuran', `${formatCount(head.ukuran)} catatan`],
            ['Kepala', <code key="kepala">{head.kepala}</code>],
            ...(head.saksi.length > 0
              ? [['Ikut menandatangani', head.saksi.map(({ nama }) => nama).join(', ')] as const]
              : []),
          ]}
        />
      )}
      <ActionRow>
        {can(user, 'log.cosign') && <CosignButton userId={user.id} />}
        <DownloadButton of={exportLog} failed="Gagal mengunduh log">
          Unduh file log
        </DownloadButton>
        <LinkButton href="/cek" icon={IconShieldCheck} label="Buka halaman pemeriksa" newTab>
          Halaman pemeriksa
        </LinkButton>
      </ActionRow>
    </Section>
  );
}

/** Says: as of now this is what this device has seen of the log. */
function CosignButton({ userId }: { userId: number }) {
  const [isBusy, setBusy] = useState(false);
  const sign = async () => {
    setBusy(true);
    const signing = import('./cosign.ts').then(({ cosign }) => cosign(userId));
    await signing.then(notify.success, (reason: unknown) => notify.failure('Gagal menandatangani', reason));
    setBusy(false);
  };
  return (
    <Button icon={IconSignature} busy={isBusy} onClick={() => void sign()}>
      Tanda tangani kepala
    </Button>
  );
}
