import { IconDeviceLaptop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { endSession, type Session } from '../../../contract/auth.ts';
import { formatDateTime } from '../../../contract/format.ts';
import { successes } from '../../../contract/messages.ts';
import { useAuth } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { CallError } from '../../shared/http.ts';
import { useSend } from '../../shared/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/Form.tsx';
import { notify } from '../../ui/notify.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useDevices, useRefetchDevices } from './api.ts';
import css from './profile.module.css';

export function Devices() {
  const { data: devices, error, refetch } = useDevices();
  const others = devices?.filter(({ ini }) => !ini) ?? [];
  return (
    <Section
      title="HP & komputer Anda"
      context="Yang sedang masuk dengan akun Anda. Keluarkan yang tidak Anda kenal, lalu ubah password."
    >
      {!devices && error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <ul className={css.devices} aria-label="Daftar HP & komputer" aria-busy={!devices || undefined}>
          {devices?.map((device) => <Device key={device.id} device={device} />) ?? (
            <li>
              <Skeleton height="4rem" />
            </li>
          )}
        </ul>
      )}
      {others.length > 0 && <EndOthers devices={others} />}
    </Section>
  );
}

const isPhone = ({ perangkat }: Session) => /Android|iOS/.test(perangkat);

function Device({ device }: { device: Session }) {
  const { timeZone } = useEstate();
  const { ini, perangkat, dibuat, terakhir_aktif } = device;
  const Glyph = isPhone(device) ? IconDeviceMobile : IconDeviceLaptop;
  return (
    <li>
      <Glyph size={28} stroke={1.6} aria-hidden />
      <div className={css.device}>
        <p className={css.deviceName}>
          {perangkat} {ini && <Badge tone="success">Yang ini</Badge>}
        </p>
        <p className="ui-muted">
          Terakhir aktif: {ini ? 'sekarang' : formatDateTime(terakhir_aktif, timeZone)}
          <br />
          Masuk sejak: {formatDateTime(dibuat, timeZone)}
        </p>
      </div>
      <EndDevice device={device} />
    </li>
  );
}

/** 404 means the session has already ended, which is the intended result */
const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

const failed = 'Gagal mengeluarkan HP atau komputer';
const consequence = 'Untuk masuk lagi di sana diperlukan email dan password Anda.';
const words = { confirmLabel: 'Ya, keluarkan', message: consequence };

/** ending the current session is a logout */
function EndDevice({ device }: { device: Session }) {
  const { id, ini, perangkat } = device;
  const { logout } = useAuth();
  const { send, isSending } = useSend(endSession);
  const refetch = useRefetchDevices();
  const end = async () => {
    if (ini) return await logout();
    if (!(await confirm({ title: `Keluar dari ${perangkat}?`, ...words }))) return;
    try {
      notify.success((await send({ params: { id } })).message);
    } catch (error) {
      if (!isGone(error)) notify.failure(failed, error);
    }
    await refetch();
  };
  return (
    <Button icon={IconLogout} busy={isSending} onClick={() => void end()}>
      {ini ? `Keluar dari ${isPhone(device) ? 'HP' : 'komputer'} ini` : 'Keluarkan'}
      <VisuallyHidden> ({perangkat})</VisuallyHidden>
    </Button>
  );
}

function EndOthers({ devices }: { devices: readonly Session[] }) {
  const { send } = useSend(endSession);
  const refetch = useRefetchDevices();
  const [busy, setBusy] = useState(false);
  const end = async () => {
    const title = `Keluar dari ${devices.length} HP atau komputer lain?`;
    if (!(await confirm({ title, ...words }))) return;
    setBusy(true);
    const results = await Promise.allSettled(devices.map(({ id }) => send({ params: { id } })));
    const problem = results.find((result) => result.status === 'rejected' && !isGone(result.reason));
    if (problem?.status === 'rejected') notify.failure(failed, problem.reason);
    else notify.success(successes.sessionEnded);
    await refetch();
    setBusy(false);
  };
  return (
    <FormButtons>
      <Button look="danger" icon={IconLogout} busy={busy} onClick={() => void end()}>
        Keluar dari HP atau komputer lain
      </Button>
    </FormButtons>
  );
}
