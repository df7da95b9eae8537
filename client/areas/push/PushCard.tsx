import { useState } from 'react';
import {
  choosePush,
  getPush,
  kindLabels,
  kindsFor,
  type MutableKind,
  type PushChoice,
} from '../../../contract/push.ts';
import { useActor } from '../../shared/auth.tsx';
import { useRead, useSend } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { FieldGrid } from '../../ui/FieldGrid.tsx';
import { LoadState } from '../../ui/LoadState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { canPush, startPush, stopPush } from './subscription.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}.00`,
}));

export function PushCard() {
  const { id, jenis } = useActor();
  const read = useRead('notifications', getPush, {});
  const { send } = useSend(choosePush, { inTurn: true });
  // Optimistic values until they are loaded again.
  const [wanted, setWanted] = useState<PushChoice | null>(null);
  const [device, setDevice] = useState<boolean | null>(null);
  if (!read.data) return <LoadState of={read} height="20rem" radius="var(--ui-radius-l)" />;
  const { kunci, aktif, ...saved } = read.data.data;
  const { bisu, tenang_dari, tenang_sampai } = wanted ?? saved;
  const save = async (work: Promise<{ message: string }>) => {
    await notify.outcome(work, 'Pemberitahuan tidak dapat diubah');
    await read.refetch();
  };
  const choose = async (changes: Partial<PushChoice>) => {
    const next = { bisu, tenang_dari, tenang_sampai, ...changes };
    setWanted(next);
    await save(send({ body: next }));
    setWanted((last) => (last === next ? null : last));
  };
  const toggle = (kind: MutableKind, on: boolean) =>
    choose({ bisu: on ? bisu.filter((each) => each !== kind) : [...bisu, kind] });
  const toggleDevice = async (on: boolean) => {
    if (device !== null) return;
    setDevice(on);
    await save(on ? startPush(kunci, id) : stopPush(id));
    setDevice(null);
  };
  return (
    <Section
      title="Pemberitahuan di HP"
      context="Muncul di layar walaupun aplikasi tertutup, tanpa nama dan jumlah uang."
    >
      {canPush() ? (
        <SwitchField
          label="HP atau komputer ini"
          checked={device ?? (aktif && Notification.permission === 'granted')}
          onChange={(on) => void toggleDevice(on)}
        />
      ) : (
        <Notice tone="info">
          Browser ini tidak dapat menampilkan pemberitahuan. Di iPhone, tambahkan dahulu Guyub ke layar utama.
        </Notice>
      )}
      {kindsFor(jenis).map((kind) => (
        <SwitchField
          key={kind}
          label={kindLabels[kind]}
          checked={!bisu.includes(kind)}
          onChange={(on) => void toggle(kind, on)}
        />
      ))}
      <FieldGrid>
        <SelectField
          label="Jam tenang dari"
          options={hours}
          value={String(tenang_dari)}
          onChange={(hour) => void choose({ tenang_dari: Number(hour) })}
        />
        <SelectField
          label="Jam tenang sampai"
          description="Kabar di jam ini disimpan dan disampaikan sekaligus sesudahnya."
          options={hours}
          value={String(tenang_sampai)}
          onChange={(hour) => void choose({ tenang_sampai: Number(hour) })}
        />
      </FieldGrid>
    </Section>
  );
}
