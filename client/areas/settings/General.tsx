import { useState } from 'react';
import type { Settings } from '../../../contract/settings.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card, Section } from '../../ui/Card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/Money.tsx';
import { notify } from '../../ui/notify.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SwitchField } from '../../ui/SwitchField.tsx';
import { useChangeSettings } from './api.ts';
import { BackupCard } from './BackupCard.tsx';
import { DuesForm } from './DuesForm.tsx';
import { EstateForm } from './EstateForm.tsx';
import { Fact } from './Fact.tsx';
import css from './settings.module.css';

const AuditorsCard = lazyPart(() => import('../auditors/AuditorsCard.tsx'));
const CategoriesCard = lazyPart(() => import('./CategoriesCard.tsx'));

interface Props {
  settings: Settings;
}

export function General({ settings }: Props) {
  return (
    <div className={css.general}>
      <div className={css.column}>
        <ComplaintMenu settings={settings} />
        <SystemInfo settings={settings} />
        <EstateForm settings={settings} />
      </div>
      <div className={css.column}>
        <DuesForm settings={settings} />
        <AuditorsCard waiting={<Skeleton height="10rem" radius="var(--ui-radius-l)" />} />
        <CategoriesCard waiting={<Skeleton height="10rem" radius="var(--ui-radius-l)" />} />
        <BackupCard />
      </div>
    </div>
  );
}

/** Takes effect at once in every open browser. */
function ComplaintMenu({ settings: { complaintMenuEnabled } }: Props) {
  const { send } = useChangeSettings();
  const [wanted, setWanted] = useState<boolean | null>(null); // optimistic value until the settings are loaded again
  if (wanted === complaintMenuEnabled) setWanted(null);
  const save = async (on: boolean) => {
    if (wanted !== null) return;
    setWanted(on);
    const sent = send({ body: { complaintMenuEnabled: on } });
    if (!(await notify.outcome(sent, 'Gagal menyimpan pengaturan'))) setWanted(null);
  };
  return (
    <Card className={css.menu}>
      <SwitchField
        label="Menu aduan"
        description="Berlaku langsung untuk semua orang."
        checked={wanted ?? complaintMenuEnabled}
        onChange={(on) => void save(on)}
      />
      <p className={css.muted}>
        Saat nonaktif, menu aduan hilang dan aduan baru ditolak. Aduan yang sudah ada tetap tersimpan.
      </p>
    </Card>
  );
}

function SystemInfo({ settings: { complaintMenuEnabled, duesAmount, estateName, blockLetters } }: Props) {
  return (
    <Section title="Informasi sistem">
      <dl className={css.facts}>
        <Fact label="Status menu aduan">
          {complaintMenuEnabled ? (
            <Badge tone="success">Aktif</Badge>
          ) : (
            <Badge tone="neutral">Nonaktif</Badge>
          )}
        </Fact>
        <Fact label="Iuran bulanan">
          <Money value={duesAmount} strong />
        </Fact>
        <Fact label="Perumahan">{estateName}</Fact>
        <Fact label="Jumlah blok">{blockLetters.length}</Fact>
      </dl>
    </Section>
  );
}
