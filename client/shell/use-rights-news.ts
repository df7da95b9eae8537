import { useEffect, useRef } from 'react';
import { roleNames } from '../../contract/people.ts';
import { useAuth } from '../shared/auth.tsx';
import { notify } from '../ui/notify.ts';

/** Says why the menu changed, and perhaps the page: the role or the house of the user is another one, whoever changed it. */
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
