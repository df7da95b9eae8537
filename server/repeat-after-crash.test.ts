/** Requests repeated with the same key after a crash are executed once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createComplaint, listOwnComplaints } from '../contract/complaints.ts';
import { listNotifications } from '../contract/notifications.ts';
import { type KilledEstate, killAmid, makeKilledEstate } from './testing/killed-estate.ts';
import { callsTo, type Person } from './testing/people.ts';
import { photo } from './testing/pictures.ts';
import { startServer } from './testing/process.ts';

const rounds = 3;
const sendings = 30;

let estate: KilledEstate;
let residents: Person[];
let ketua: Person;
beforeAll(async () => {
  estate = await makeKilledEstate();
  await estate.withPeople(async (as) => {
    residents = await Promise.all(Array.from({ length: rounds }, (_, index) => as.warga(`A${index + 1}`)));
    ketua = await as.ketua();
  });
});
afterAll(() => estate.remove());

test('requests repeated after a crash are executed once', async () => {
  const foto = await photo();
  let server = await startServer(estate.env);
  let interrupted = 0;
  for (const [round, sender] of residents.entries()) {
    const keys = Array.from({ length: sendings }, () => randomUUID());
    const send = async (key: string) => {
      const body = { judul: `Aduan ${round}`, kategori: 'lainnya', deskripsi: key } as const;
      const call = callsTo(server.url, sender.token, key);
      return (await call(createComplaint, { body, files: { foto } })).body.id;
    };
    const acknowledged = await killAmid(
      server,
      estate,
      keys.map((key) => () => send(key)),
    );
    interrupted += acknowledged.filter((id) => id === null).length;

    server = await startServer(estate.env);
    const again = await Promise.all(keys.map(send));
    expect(new Set(again).size).toBe(sendings);
    for (const [index, id] of acknowledged.entries()) if (id !== null) expect(again[index]).toBe(id);
    const mine = (await sender.call(listOwnComplaints)).body.data;
    expect(new Set(mine.map(({ id }) => id))).toEqual(new Set(again));
    expect(mine).toHaveLength(sendings);
    expect((await ketua.call(listNotifications)).body.data).toHaveLength((round + 1) * sendings);
  }
  await server.stop();
  expect(interrupted).toBeGreaterThan(0);
});
