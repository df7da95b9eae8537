import { type FormEvent, useState } from 'react';
import { searchWarga } from '../../../contract/auth.ts';
import { call } from '../../shared/http.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Tone } from '../../ui/tone.ts';

type Outcome = 'Ada' | 'Tidak Ada' | 'Error';
const tones: Record<Outcome, Tone> = { Ada: 'success', 'Tidak Ada': 'neutral', Error: 'danger' };

/** Checks whether an e-mail or phone number belongs to a resident. Opened by repeated clicks on the logo. */
export default function CheckResidentDialog({ onClose }: { onClose(): void }) {
  const [query, setQuery] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const check = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || query.trim() === '') return;
    setBusy(true);
    setOutcome(null);
    const answer = await call(searchWarga, { body: { query } }).catch(() => null);
    setOutcome(answer ? (answer.found ? 'Ada' : 'Tidak Ada') : 'Error');
    setBusy(false);
  };

  return (
    <Sheet opened onClose={onClose} title="Cek Warga" size="sm">
      <form className="ui-stack" onSubmit={check} noValidate>
        <TextField label="Email atau No HP" kind="username" value={query} onChange={setQuery} />
        <div role="status">{outcome && <Notice tone={tones[outcome]}>{outcome}</Notice>}</div>
        <Button type="submit" look="primary" wide busy={busy}>
          Cek
        </Button>
      </form>
    </Sheet>
  );
}
