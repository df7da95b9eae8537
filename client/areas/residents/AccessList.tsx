import { IconBrandWhatsapp, IconPrinter } from '@tabler/icons-react';
import { whatsAppAddress } from '../../../contract/people.ts';
import { useEstate } from '../../shared/estate.ts';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { OnPaper } from '../../ui/OnPaper.tsx';
import rows from '../../ui/rows.module.css';
import css from './AccessList.module.css';
import type { NewResident } from './add-residents.ts';

interface Props {
  people: readonly NewResident[];
  /** Nobody of the list is still to come: it can be printed. */
  isWhole: boolean;
}

/** How new residents sign in: the only place that shows their passwords. */
export function AccessList({ people, isWhole }: Props) {
  const { estateName } = useEstate();
  return (
    <section aria-label="Password warga baru" className="ui-stack">
      <div className="ui-ends">
        <p className="ui-note">
          Password hanya ditampilkan sekarang. Cetak lalu bagikan, atau kirim satu per satu.
        </p>
        {isWhole && (
          <Button icon={IconPrinter} onClick={() => window.print()}>
            Cetak semua
          </Button>
        )}
      </div>
      <ul className={rows.list}>
        {people.map((person) => (
          <li key={person.row} className={rows.row}>
            <p className={rows.words}>
              <strong>{person.values.nama}</strong> <span className="ui-note">{person.values.blok}</span>
            </p>
            <p>
              {identifierOf(person)} · <span className={css.password}>{person.password}</span>
            </p>
            {person.values.no_hp && (
              <LinkButton
                href={whatsAppAddress(person.values.no_hp, invitation(person, estateName))}
                icon={IconBrandWhatsapp}
                label={`Kirim password ${person.values.nama} lewat WhatsApp`}
                newTab
              >
                Kirim
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
      <OnPaper>
        <div className={css.slips}>
          {people.map((person) => (
            <article key={person.row}>
              <p className={rows.title}>Guyub · {estateName}</p>
              <Facts
                of={[
                  ['Nama', `${person.values.nama} (${person.values.blok})`],
                  ['Alamat', location.origin],
                  ['Masuk dengan', identifierOf(person)],
                  [
                    'Password',
                    <span key="password" className={css.password}>
                      {person.password}
                    </span>,
                  ],
                ]}
              />
              <p>Ganti password ini di halaman Profil sesudah masuk.</p>
            </article>
          ))}
        </div>
      </OnPaper>
    </section>
  );
}

const identifierOf = ({ values: { no_hp, email } }: NewResident) => no_hp || email;

const invitation = (person: NewResident, estateName: string) =>
  `Halo Bapak/Ibu ${person.values.nama} (${person.values.blok}). Akun Guyub ${estateName} sudah siap.
Buka ${location.origin}
Masuk dengan: ${identifierOf(person)}
Password: ${person.password}
Mohon ganti password di halaman Profil sesudah masuk.`;
