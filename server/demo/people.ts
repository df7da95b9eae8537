import type { Role } from '../../contract/people.ts';
import { demoDomain } from './accounts.ts';
import type { Calendar } from './calendar.ts';
import { coordinatorNames, residentNames } from './names.ts';
import { makeRandom, type Random } from './random.ts';

export interface Person {
  nama: string;
  email: string;
  no_hp: string | null;
  blok: string;
  jenis: Role;
  status: 'active' | 'inactive';
  jumlah_keluarga: number;
  joined: Date;
}

export interface People {
  residents: Person[];
  ketua: Person;
  admin: Person;
  coordinators: Person[];
  former: Person[];
}

const blockLetters = 'ABCDEFGHIJKLMNOP';
const doorsPerStreet = 4;

/** In the order of residents: eight houses in blocks A–H, seven in the others. */
const houses = Array.from(blockLetters).flatMap((letter, index) =>
  Array.from({ length: index < 8 ? 8 : 7 }, (_, house) => {
    return `${letter}${Math.floor(house / doorsPerStreet) + 1}-${(house % doorsPerStreet) + 1}`;
  }),
);

export function planPeople(calendar: Calendar): People {
  const random = makeRandom('people');
  const officer = (nama: string, jenis: Role, blok: string, rest: Partial<Person> = {}) =>
    person(calendar, random, { nama, jenis, blok, ...rest });
  const residents = residentNames.map((nama, index) => {
    const newcomer = index > 0 && random.chance(0.1);
    const joined = newcomer
      ? calendar.moment(random.between(1, calendar.months.length - 3), random.next(), random)
      : undefined;
    return person(calendar, random, {
      nama,
      jenis: 'warga',
      blok: houses[index] ?? '',
      ...(joined && { joined }),
    });
  });
  const [demoResident] = residents;
  if (demoResident) Object.assign(demoResident, { email: `warga@${demoDomain}`, no_hp: '081234567890' });
  return {
    residents,
    ketua: officer('Bambang Hartono', 'ketua', 'C3-1', { email: `ketua@${demoDomain}` }),
    admin: officer('Sri Wahyuni', 'admin', 'F3-1', { email: `admin@${demoDomain}` }),
    coordinators: coordinatorNames.map((nama, index) => {
      const letter = blockLetters.charAt(index);
      const rest = letter === 'A' ? { email: `koordinator@${demoDomain}` } : {};
      return officer(nama, 'koordinator_perblok', `${letter}3-2`, rest);
    }),
    former: [
      officer('Hartini Soekirno', 'admin', 'D3-1', { status: 'inactive' }),
      officer('Kosasih Natadirja', 'koordinator_perblok', 'B3-3', { status: 'inactive' }),
    ],
  };
}

function person(
  calendar: Calendar,
  random: Random,
  given: Pick<Person, 'nama' | 'jenis' | 'blok'> & Partial<Person>,
): Person {
  const no_hp = `08${random.pick(['12', '13', '21', '22', '52', '57', '78', '96'])}${random.between(10_000_000, 99_999_999)}`;
  return {
    email: `${given.nama.toLowerCase().replaceAll(' ', '.')}@${demoDomain}`,
    no_hp: random.chance(0.95) ? no_hp : null,
    status: 'active',
    jumlah_keluarga: random.pick([1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6]),
    joined: calendar.longAgo(random),
    ...given,
  };
}
