import { IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import type { Session } from '../../../contract/auth.ts';
import { successes } from '../../../contract/messages.ts';
import { formatDateTime } from '../../../contract/format.ts';
import { useAuth } from '../../lib/auth.tsx';
import { useEstate } from '../../lib/estate.ts';
import { CallError } from '../../lib/http.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import type { Column } from '../../ui/columns.ts';
import { confirm } from '../../ui/confirm.ts';
import { DataList } from '../../ui/DataList.tsx';
import { notify } from '../../ui/notify.ts';
import { RowAction } from '../../ui/RowAction.tsx';
import { useDevices, useEndDevice, useReadDevicesAgain } from './api.ts';

/** Where one is signed in, and the way out of each. */
export function Devices() {
  const { timeZone } = useEstate();
  const { data: devices, error, refetch } = useDevices();
  const others = devices?.filter(({ ini }) => !ini) ?? [];
  return (
    <Section
      title="Perangkat Anda"
      context="Perangkat yang sedang masuk dengan akun Anda. Keluarkan yang tidak Anda kenal, lalu ubah password."
      aside={others.length > 0 && <EndOthers devices={others} />}
      bare
    >
      <DataList
        label="Daftar perangkat"
        columns={columnsFor(timeZone)}
        rows={devices}
        rowKey={({ id }) => id}
        actions={(device) => <EndAction device={device} />}
        error={error}
        onRetry={() => void refetch()}
        skeletonRows={2}
        empty={{ title: 'Tidak ada perangkat lain.' }}
      />
    </Section>
  );
}

const columnsFor = (timeZone: string): Column<Session>[] => [
  { key: 'perangkat', header: 'Perangkat', card: 'title', render: ({ perangkat }) => perangkat },
  {
    key: 'ini',
    header: 'Keterangan',
    card: 'badge',
    render: ({ ini }) =>
      ini && (
        <Badge tone="success" icon={IconDeviceMobile}>
          Perangkat ini
        </Badge>
      ),
  },
  { key: 'dibuat', header: 'Masuk sejak', render: ({ dibuat }) => formatDateTime(dibuat, timeZone) },
  {
    key: 'terakhir_aktif',
    header: 'Terakhir aktif',
    render: ({ ini, terakhir_aktif }) => (ini ? 'Sekarang' : formatDateTime(terakhir_aktif, timeZone)),
  },
];

/** Signed out meanwhile, which is what was wanted. */
const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

const failed = 'Gagal mengeluarkan perangkat';
const consequence = 'Untuk masuk lagi di sana diperlukan email dan password Anda.';
const words = { confirmLabel: 'Ya, keluarkan', message: consequence };

/** On the device itself the same as "Keluar". */
function EndAction({ device: { id, ini, perangkat } }: { device: Session }) {
  const { logout } = useAuth();
  const { send, isSending } = useEndDevice();
  const readAgain = useReadDevicesAgain();
  const end = async () => {
    if (ini) return await logout();
    if (!(await confirm({ title: `Keluar dari ${perangkat}?`, ...words }))) return;
    try {
      notify.success((await send({ params: { id } })).message);
    } catch (error) {
      if (!isGone(error)) notify.failure(failed, error);
    }
    await readAgain();
  };
  return (
    <RowAction
      label="Keluar dari perangkat ini"
      icon={IconLogout}
      of={`(${perangkat})`}
      danger={!ini}
      busy={isSending}
      onClick={() => void end()}
    />
  );
}

function EndOthers({ devices }: { devices: readonly Session[] }) {
  const { send } = useEndDevice();
  const readAgain = useReadDevicesAgain();
  const [busy, setBusy] = useState(false);
  const end = async () => {
    const title = `Keluar dari ${devices.length} perangkat lain?`;
    if (!(await confirm({ title, ...words }))) return;
    setBusy(true);
    const results = await Promise.allSettled(devices.map(({ id }) => send({ params: { id } })));
    const problem = results.find((result) => result.status === 'rejected' && !isGone(result.reason));
    if (problem?.status === 'rejected') notify.failure(failed, problem.reason);
    else notify.success(successes.sessionEnded);
    await readAgain();
    setBusy(false);
  };
  return (
    <Button look="danger" icon={IconLogout} busy={busy} onClick={() => void end()}>
      Keluar dari perangkat lain
    </Button>
  );
}
