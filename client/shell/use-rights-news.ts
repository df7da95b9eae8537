import { useEffect, useRef } from 'react';
import { roleNames } from '../../contract/people.ts';
import { useAuth } from '../shared/auth.tsx';
import { notify } from '../ui/notify.ts';

/** Tells the user that their role or house has changed, which explains another menu or page. */
export function useRightsNews(): void {
  const { jenis, blok } = useAuth().user;
  const known = useRef({ jenis, blok });
  useEffect(() => {
    const before = known.current;
    known.current = { jenis, blok };
    if (before.jenis === jenis && before.blok === blok) return;
    const message = `Sekarang: ${roleNames[jenis]}${blok ? `, ${blok}` : ''}.`;
    notify.news('Peran atau rumah Anda berubah', { message });
  }, [jenis, blok]);
}
