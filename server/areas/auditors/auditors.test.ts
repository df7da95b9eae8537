import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decideApproval, listApprovals } from '../../../contract/approvals.ts';
import { listAudit, listMoneyAudit } from '../../../contract/audit.ts';
import { listAuditors, nameAuditors } from '../../../contract/auditors.ts';
import { me } from '../../../contract/auth.ts';
import { setOpeningBalance } from '../../../contract/book.ts';
import { listNotifications } from '../../../contract/notifications.ts';
import { changeAccount } from '../../../contract/officers.ts';
import { updateProfile } from '../../../contract/profile.ts';
import { changeResident, deleteResident } from '../../../contract/residents.ts';
import { changeSettings, listAnnouncements } from '../../../contract/settings.ts';
import { makeApp, type TestApp } from '../../testing/app.ts';
import { makeEars } from '../../testing/ears.ts';
import { type Person, password } from '../../testing/people.ts';
import { hold, untilWaiting } from '../../testing/until-waiting.ts';

let app: TestApp;
let ketua: Person;
let beforeWrite: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  app = await makeApp(
    {},
    {
      beforeWrite: async () => {
        const happens = beforeWrite;
        beforeWrite = undefined;
        await happens?.();
      },
    },
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  ketua = await app.as.ketua();
});

let house = 0;
const resident = () => app.as.warga(`H${(house += 1)}`);
const name = (...people: Person[]) =>
  ketua.call(nameAuditors, { body: { user_ids: people.map(({ id }) => id), password } });
const named = async () => (await ketua.call(listAuditors)).body.data.map(({ nama }) => nama);

describe('naming auditors', () => {
  test('marks the residents, tells them and everyone, and stands in the log', async () => {
    const [siti, budi, neighbour] = [await resident(), await resident(), await resident()];
    const { status, body } = await name(siti, budi);
    expect([status, body.message]).toEqual([200, 'Pengawas berhasil disimpan']);
    expect(await named()).toEqual([siti.nama, budi.nama]);
    expect((await siti.call(me)).body.user.pengawas).toBe(true);
    expect((await neighbour.call(me)).body.user.pengawas).toBe(false);
    for (const person of [siti, neighbour, ketua]) {
      const [news] = (await person.call(listNotifications)).body.data;
      expect(news).toMatchObject({
        jenis: 'announcement',
        pesan: `Ketua menetapkan pengawas keuangan: ${siti.nama}, ${budi.nama}.`,
      });
    }
    const rows = (await ketua.call(listAudit, { query: { entitas: 'users' } })).body.data;
    expect(rows.slice(0, 2).map(({ aksi, entitas_id }) => [aksi, entitas_id])).toEqual([
      ['auditor.named', budi.id],
      ['auditor.named', siti.id],
    ]);
    await name(budi);
    expect(await named()).toEqual([budi.nama]);
    expect((await siti.call(listApprovals)).status).toBe(403);
  });

  test('stands on the payment page for 14 days', async () => {
    const siti = await resident();
    await name(siti);
    const [newest] = (await siti.call(listAnnouncements)).body.data;
    expect(newest).toMatchObject({ perihal: 'pengawas', oleh: 'Ketua', sebelum: null, sesudah: siti.nama });
    app.clock.set(new Date(app.clock.now.getTime() + 15 * 24 * 60 * 60 * 1_000).toISOString());
    expect((await siti.call(listAnnouncements)).body.data).toEqual([]);
  });

  test('refuses six, one twice, officers, inactive and unknown accounts, and changes nothing', async () => {
    const [siti, inactive] = [await resident(), await app.as.warga('H90', { status: 'inactive' })];
    await name(siti);
    const six = [siti, ...(await Promise.all(Array.from({ length: 5 }, resident)))];
    const refused = [
      [six, 'Pengawas maksimal 5 orang'],
      [[siti, siti], 'Setiap pengawas hanya disebut sekali'],
      [[siti, await app.as.admin()], 'Pengawas harus warga dengan akun aktif'],
      [[inactive], 'Pengawas harus warga dengan akun aktif'],
      [[{ ...siti, id: 999_999 }], 'Pengawas harus warga dengan akun aktif'],
    ] as const;
    for (const [people, message] of refused) {
      const { status, refusal } = await name(...people);
      expect([status, refusal.errors?.user_ids]).toEqual([422, message]);
    }
    expect(await named()).toEqual([siti.nama]);
  });

  test('needs the password, and a wrong one signs nobody out', async () => {
    const siti = await resident();
    const { status, refusal } = await ketua.call(nameAuditors, {
      body: { user_ids: [siti.id], password: 'salah-sekali' },
    });
    expect([status, refusal.code]).toEqual([422, 'wrong_current_password']);
    expect(await named()).not.toContain(siti.nama);
    expect((await ketua.call(me)).status).toBe(200);
  });

  test('two at once leave one of the two lists', async () => {
    const [one, other] = [await resident(), await resident()];
    await Promise.all([name(one), name(other), name(one), name(other)]);
    expect([[one.nama], [other.nama]]).toContainEqual(await named());
  });

  test('and a change of the own profile at the same moment do not lock each other out', async () => {
    const siti = await resident();
    const release = await hold(app, async (tx) => {
      await tx.dialect.serialize(tx.db, 'accounts');
    });
    const profile = { nama: ketua.nama, email: ketua.email, no_hp: '081298765432' };
    const changed = ketua.call(updateProfile, { body: profile });
    await untilWaiting(app, 1);
    const naming = name(siti);
    await untilWaiting(app, 2);
    await release();
    expect([(await changed).status, (await naming).status]).toEqual([200, 200]);
    expect(await named()).toEqual([siti.nama]);
  });
});

describe('an auditor', () => {
  const proposal = async () => {
    const admin = await app.as.admin();
    const body = { jumlah: 1_000, tanggal: '2020-01-01' };
    await admin.call(setOpeningBalance, { body }); // 409 while an earlier one waits
    return (await ketua.call(listApprovals, { query: { status: 'menunggu' } })).body.data[0];
  };

  test('reads the log of money, and nothing of people', async () => {
    const siti = await resident();
    await name(siti);
    await ketua.call(changeSettings, { body: { bankAccount: '778899', password } });
    await ketua.call(changeResident, { params: { id: siti.id }, body: { nama: 'Siti Baru' } });
    const rows = (await siti.call(listMoneyAudit)).body.data;
    expect(rows[0]).toMatchObject({ aksi: 'settings.changed', sesudah: { bankAccount: '778899' } });
    expect(rows.filter(({ entitas }) => (entitas as string) === 'users')).toEqual([]);
    const { refusal } = await siti.call(listMoneyAudit, { query: { entitas: 'users' as never } });
    expect(refusal.errors).toEqual({ entitas: 'Perihal tidak valid' });
    expect((await siti.call(listAudit)).status).toBe(403);
  });

  test('approves what an officer proposed', async () => {
    const siti = await resident();
    await name(siti);
    const open = await proposal();
    const decided = await siti.call(decideApproval, {
      params: { id: open?.id ?? 0 },
      body: { keputusan: 'tolak', sidik: open?.sidik ?? '', alasan: 'Belum ada berita acara' },
    });
    expect(decided.body.data).toMatchObject({ keputusan: 'tolak', diputuskan_oleh_nama: siti.nama });
  });

  test('who was dismissed between admission and commit decides nothing', async () => {
    const siti = await resident();
    await name(siti);
    const open = await proposal();
    beforeWrite = () =>
      app.context.database.writer
        .updateTable('users')
        .set({ pengawas: 0 })
        .where('id', '=', siti.id)
        .execute();
    const { status } = await siti.call(decideApproval, {
      params: { id: open?.id ?? 0 },
      body: { keputusan: 'setuju', sidik: open?.sidik ?? '' },
    });
    expect(status).toBe(403);
    expect((await ketua.call(listApprovals)).body.data[0]).toMatchObject({ id: open?.id, keputusan: null });
  });

  test.each([
    ['promoted', (id: number) => ketua.call(changeAccount, { params: { id }, body: { jenis: 'admin' } })],
    [
      'deactivated',
      (id: number) => ketua.call(changeAccount, { params: { id }, body: { status: 'inactive' } }),
    ],
    ['deleted', (id: number) => ketua.call(deleteResident, { params: { id } })],
  ])('who is %s loses the mark', async (_how, change) => {
    const [siti, neighbour] = [await resident(), await resident()];
    await name(siti);
    expect((await change(siti.id)).status).toBe(200);
    expect(await named()).not.toContain(siti.nama);
    const [news] = (await neighbour.call(listNotifications)).body.data;
    expect([news?.judul, news?.pesan]).toEqual([
      'Pengawas Berhenti',
      expect.stringMatching(`^${siti.nama} tidak lagi .*oleh Ketua. Pengawas sekarang: tidak ada.$`),
    ]);
    const [announced] = (await neighbour.call(listAnnouncements)).body.data;
    expect(announced).toMatchObject({ perihal: 'pengawas', sebelum: siti.nama, sesudah: null });
  });

  test('keeps the mark against everybody but the ketua', async () => {
    const [siti, admin, koordinator] = [
      await resident(),
      await app.as.admin(),
      await app.as.koordinator('H'),
    ];
    await name(siti);
    const params = { id: siti.id };
    const refused = [
      await admin.call(changeAccount, { params, body: { status: 'inactive' } }),
      await admin.call(deleteResident, { params }),
      await koordinator.call(deleteResident, { params }),
    ];
    for (const { status, refusal } of refused)
      expect([status, refusal.message]).toEqual([403, expect.stringContaining('Hanya ketua yang dapat')]);
    expect(await named()).toEqual([siti.nama]);
    expect((await admin.call(changeAccount, { params, body: { nama: 'Siti H' } })).status).toBe(200);
  });

  test('hears of proposals as soon as the mark is set, and no longer after it is gone', async () => {
    const siti = await resident();
    await name(siti);
    const ears = makeEars(app);
    const ear = await ears.listen(siti);
    const open = await proposal();
    await ears.during(() =>
      ketua.call(decideApproval, {
        params: { id: open?.id ?? 0 },
        body: { keputusan: 'tolak', sidik: open?.sidik ?? '' },
      }),
    );
    expect(ear.topics()).toContain('approvals');
    await name();
    expect(await ear.closed).toBe('io server disconnect');
    ears.closeAll();
  });
});
