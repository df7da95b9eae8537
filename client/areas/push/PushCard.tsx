import { useState } from 'react';
import {
  choosePush,
  kindLabels,
  kindsFor,
  type MutableKind,
  type PushChoice,
} from '../../../contract/push.ts';
import { useActor } from '../../shared/auth.tsx';
import { useSend } from '../../shared/queries.ts';
import { Section } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FieldGrid } from '../../ui/FieldGrid.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { usePush } from './api.ts';
import { canPush, startPush, stopPush } from './subscription.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}.00`,
}));

export function PushCard() {
  const { id, jenis } = useActor();
  const { data, error, refetch } = usePush();
  const { send } = useSend(choosePush);
  const [busy, setBusy] = useState(false);
  if (!data)
    return error ? (
      <ErrorState message={error.message} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height="20rem" radius="var(--ui-radius-l)" />
    );
  const { kunci, aktif, bisu, tenang_dari, tenang_sampai } = data.data;
  const change = async (work: () => Promise<{ message: string }>) => {
    if (busy) return;
    setBusy(true);
    await notify.outcome(work(), 'Pemberitahuan tidak dapat diubah');
    await refetch();
    setBusy(false);
  };
  const choose = (changes: Partial<PushChoice>) =>
    void change(() => send({ body: { bisu, tenang_dari, tenang_sampai, ...changes } }));
  const toggle = (kind: MutableKind, on: boolean) =>
    choose({ bisu: on ? bisu.filter((each) => each !== kind) : [...bisu, kind] });
  return (
    <Section
      title="Pemberitahuan di HP"
      context="Muncul di layar walaupun aplikasi tertutup, tanpa nama dan jumlah uang."
    >
      {canPush() ? (
        <SwitchField
          label="HP atau komputer ini"
          checked={aktif}
          onChange={(on) => void change(() => (on ? startPush(kunci, id) : stopPush(id)))}
        />
      ) : (
        <Notice tone="info">
          Browser ini tidak mendukung pemberitahuan. Di iPhone, tambahkan dahulu ke layar utama.
        </Notice>
      )}
      {kindsFor(jenis).map((kind) => (
        <SwitchField
          key={kind}
          label={kindLabels[kind]}
          checked={!bisu.includes(kind)}
          onChange={(on) => toggle(kind, on)}
        />
      ))}
      <FieldGrid>
        <SelectField
          label="Jam tenang dari"
          options={hours}
          value={String(tenang_dari)}
          onChange={(hour) => choose({ tenang_dari: Number(hour) })}
        />
        <SelectField
          label="sampai"
          description="Kabar di jam ini disimpan dan disampaikan sekaligus sesudahnya."
          options={hours}
          value={String(tenang_sampai)}
          onChange={(hour) => choose({ tenang_sampai: Number(hour) })}
        />
      </FieldGrid>
    </Section>
  );
}
