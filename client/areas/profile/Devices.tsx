import { IconDeviceLaptop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useState } from 'react';
import { endSession, type Session } from '../../../contract/auth.ts';
import { formatDateTime } from '../../../contract/format.ts';
import { successes } from '../../../contract/successes.ts';
import { useAuth } from '../../shared/auth.tsx';
import { useEstate } from '../../shared/estate.ts';
import { CallError } from '../../shared/http.ts';
import { useSend } from '../../shared/queries.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.ts';
import { cx } from '../../ui/cx.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormButtons } from '../../ui/Form.tsx';
import { notify } from '../../ui/notify.ts';
import rows from '../../ui/rows.module.css';
import { Skeleton } from '../../ui/Skeleton.tsx';
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
    <li className={rows.row}>
      <Glyph size={28} stroke={1.6} aria-hidden />
      <div className={rows.words}>
        <p className={cx('ui-row', rows.title)}>
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

function useEndSessions() {
  const { send } = useSend(endSession);
  const refetch = useRefetchDevices();
  const [busy, setBusy] = useState(false);
  const end = async (devices: readonly Session[], title: string) => {
    const message = 'Untuk masuk lagi di sana diperlukan email dan password Anda.';
    if (!(await confirm({ title, message, confirmLabel: 'Ya, keluarkan' }))) return;
    setBusy(true);
    const results = await Promise.allSettled(devices.map(({ id }) => send({ params: { id } })));
    const problem = results.find((result) => result.status === 'rejected' && !isGone(result.reason));
    if (problem?.status === 'rejected') notify.failure('Gagal mengeluarkan HP atau komputer', problem.reason);
    else notify.success(successes.sessionEnded);
    await refetch();
    setBusy(false);
  };
  return { end, busy };
}

/** ending the current session is a logout */
function EndDevice({ device }: { device: Session }) {
  const { ini, perangkat } = device;
  const { logout } = useAuth();
  const { end, busy } = useEndSessions();
  return (
    <Button
      icon={IconLogout}
      busy={busy}
      onClick={() => void (ini ? logout() : end([device], `Keluar dari ${perangkat}?`))}
    >
      {ini ? `Keluar dari ${isPhone(device) ? 'HP' : 'komputer'} ini` : 'Keluarkan'}
      <span className="ui-unseen"> ({perangkat})</span>
    </Button>
  );
}

function EndOthers({ devices }: { devices: readonly Session[] }) {
  const { end, busy } = useEndSessions();
  const title = `Keluar dari ${devices.length} HP atau komputer lain?`;
  return (
    <FormButtons>
      <Button look="danger" icon={IconLogout} busy={busy} onClick={() => void end(devices, title)}>
        Keluar dari HP atau komputer lain
      </Button>
    </FormButtons>
  );
}
