/** Ketua, admin and pengawas cosign checkpoints with keys that only their browsers have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { verifyCosignatures } from '../../../contract/checkpoint.ts';
import { toBase64, toUtf8 } from '../../../contract/encoding.ts';
import { cosignCheckpoint, getCheckpoint } from '../../../contract/log.ts';
import { checkExport } from '../../../contract/log-export.ts';
import { changeSettings } from '../../../contract/settings.ts';
import { parseNote, parseVerifierKey } from '../../../contract/signed-note.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { cosignature, makeCosigner } from '../../testing/cosignature.ts';
import type { Person } from '../../testing/people.ts';
import { writeLog } from './exports.ts';
import { latestCheckpoint } from './sign-checkpoint.ts';

let app: TestApp;
let budi: Person;
beforeAll(async () => {
  app = await makeApp();
  budi = await app.as.warga('A1-1', { nama: 'Budi', pengawas: true });
});
afterAll(() => app.close());

const newest = async () => (await budi.call(getCheckpoint)).body.data;

/** The first use of a key is a leaf, and therefore another checkpoint: the second time the newest one is cosigned. */
async function cosignNewest() {
  const { kunci, sign } = await makeCosigner(app.context, budi.id);
  for (let round = 0; round < 2; round += 1) {
    const { ukuran, catatan } = await newest();
    const tanda = await sign(parseNote(catatan)?.text ?? '');
    const { status } = await budi.call(cosignCheckpoint, { body: { ukuran, kunci, tanda } });
    expect(status).toBe(200);
  }
  return kunci;
}

test('the served checkpoint and the file carry the cosignature, and its key was audited once', async () => {
  const kunci = await cosignNewest();
  const { catatan, saksi } = await newest();
  expect(saksi).toMatchObject([{ nama: 'Budi', kunci }]);
  const key = await parseVerifierKey(kunci);
  expect(await verifyCosignatures(catatan, key ? [key] : [])).toHaveLength(1);
  const exported = await checkExport(
    (async function* () {
      for await (const portion of writeLog(app.context)) yield toUtf8(portion);
    })(),
  );
  expect(exported.checkpoints.at(-1)?.cosignatures).toHaveLength(1);
  const audit = (await (await app.as.ketua()).call(listAudit)).body.data;
  expect(audit.filter(({ aksi }) => aksi === 'log.cosigner')).toMatchObject([
    { nama: 'Budi', sesudah: { kunci } },
  ]);
});

test('the same cosignature twice is stored once', async () => {
  const body = await cosignature(app.context, budi.id);
  const answers = await Promise.all([1, 2].map(() => budi.call(cosignCheckpoint, { body })));
  expect(
    answers.map(({ status, body: { data } }) => [
      status,
      data.saksi.filter(({ kunci }) => kunci === body.kunci).length,
    ]),
  ).toEqual([
    [200, 1],
    [200, 1],
  ]);
});

test('what is no cosignature of this checkpoint by this person is refused, and nothing is stored', async () => {
  const { asal } = app.context.signer.origin;
  const good = await cosignature(app.context, budi.id);
  const other = await app.as.admin();
  const refused = [
    { ...good, tanda: 'x' },
    { ...good, tanda: toBase64(new Uint8Array(72)) },
    { ...good, kunci: 'x' },
    { ...good, kunci: `${good.kunci} x` },
    { ...good, kunci: (await cosignature(app.context, budi.id)).kunci },
    await cosignature(app.context, other.id),
    await cosignature(app.context, budi.id, { name: `${asal}/ketua` }),
    await cosignature(app.context, budi.id, { text: `${asal}\n1\n${toBase64(new Uint8Array(32))}\n` }),
    await cosignature(app.context, budi.id, { late: 601 }),
    await cosignature(app.context, budi.id, { late: -601 }),
  ];
  const count = () => app.context.db.selectFrom('log_saksi').select('id').execute();
  const before = (await count()).length;
  for (const body of refused)
    expect(await budi.call(cosignCheckpoint, { body })).toMatchObject({
      status: 422,
      refusal: { code: 'cosignature_invalid' },
    });
  const { ukuran } = await latestCheckpoint(app.context);
  expect(await budi.call(cosignCheckpoint, { body: { ...good, ukuran: ukuran + 1 } })).toMatchObject({
    status: 404,
  });
  expect((await count()).length).toBe(before);
});

test('residents and coordinators do not cosign', async () => {
  for (const person of [await app.as.warga('A2-1'), await app.as.koordinator()]) {
    const body = await cosignature(app.context, person.id);
    expect((await person.call(cosignCheckpoint, { body })).status).toBe(403);
  }
});

test('without an account the names are left out', async () => {
  await cosignNewest();
  const ketua = await app.as.ketua();
  await ketua.call(changeSettings, { body: { logPublik: true } });
  await cosignNewest();
  const { saksi } = (await app.as.nobody.call(getCheckpoint)).body.data;
  expect(saksi.map(({ nama }) => nama)).toEqual([null]);
  await ketua.call(changeSettings, { body: { logPublik: false } });
});
