/** Load test: concurrent random writes until the server is gone, and a ledger of what it acknowledged. */
import { type Approval, decideApproval } from '../../contract/approvals.ts';
import { listClosings, proposeClosing } from '../../contract/closings.ts';
import { defaultTimeZone, monthIn } from '../../contract/format.ts';
import { getCheckpoint } from '../../contract/log.ts';
import * as payments from '../../contract/payments.ts';
import { successes } from '../../contract/successes.ts';
import { photo } from './pictures.ts';
import { cash } from './storm-cash.ts';
import { type Crowd, type KnownPayment, type Ledger, monthOf, type Step, succeeded } from './storm-ledger.ts';
import { type KnownRecord, recordKinds, recordTables } from './storm-records.ts';

const below = (count: number) => Math.floor(Math.random() * count);
const anyOf = <T>(items: readonly T[]): T | undefined => items[below(items.length)];

/** Resolves when all workers have noticed that the server is gone, or at `end`. */
export async function storm(crowd: Crowd, ledger: Ledger, hands: number, end?: AbortSignal): Promise<void> {
  const isOver = () => end?.aborted === true;
  const work = async () => {
    while (!isOver()) {
      try {
        await act(crowd, ledger);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        if (!end) return;
      }
    }
  };
  await Promise.all(Array.from({ length: hands }, work));
}

async function act(crowd: Crowd, ledger: Ledger): Promise<void> {
  const without = (...steps: Step[]) =>
    anyOf(ledger.payments.filter(({ acknowledged }) => !steps.some((step) => acknowledged.has(step))));
  const removable = anyOf(ledger.records.filter(({ removal }) => removal === 'none'));
  const weather = Math.random();
  if (weather < 0.08) return await close(crowd, ledger);
  if (weather < 0.1) return await readHead(crowd, ledger);
  if (weather < 0.2) return await cash(crowd, ledger);
  if (weather < 0.3) return await keep(crowd, ledger);
  if (weather < 0.38 && removable) return await remove(ledger, removable);
  const dice = Math.random();
  const undecided = dice < 0.5 ? without('record', 'confirm', 'reject', 'withdraw') : undefined;
  const withdrawable = dice > 0.9 ? without('record', 'withdraw') : undefined;
  if (undecided) await review(crowd, ledger, undecided);
  else if (withdrawable) await withdraw(crowd, ledger, withdrawable);
  else await pay(crowd, ledger);
}

async function pay({ residents, staff }: Crowd, ledger: Ledger): Promise<void> {
  const [payer, recorder] = [anyOf(residents), anyOf(staff)];
  if (!payer || !recorder) return;
  const { tahun } = monthIn(defaultTimeZone, new Date());
  const body = { tahun: tahun - below(2), bulan: 1 + below(12) };
  const files = { bukti_transfer: await photo() };
  const step = Math.random() < 0.8 ? 'upload' : 'record';
  ledger.attempts.add(monthOf(payer.id, body));
  const answer =
    step === 'upload'
      ? await payer.call(payments.uploadPaymentWarga, { body, files })
      : await recorder.call(payments.recordPayment, {
          body: { ...body, user_id: payer.id, jumlah: 50_000 },
          files,
        });
  if (!succeeded(answer, step, ledger)) return;
  const steps = [step] as const;
  ledger.payments.push({
    id: answer.body.id,
    userId: payer.id,
    tried: new Set(steps),
    acknowledged: new Set(steps),
  });
}

async function review({ staff }: Crowd, ledger: Ledger, payment: KnownPayment): Promise<void> {
  const step = Math.random() < 0.7 ? 'confirm' : 'reject';
  payment.tried.add(step);
  const answer = await anyOf(staff)?.call(payments.reviewPayment, {
    params: { id: payment.id },
    body: { status: step === 'confirm' ? 'dikonfirmasi' : 'ditolak' },
  });
  if (answer && succeeded(answer, step, ledger)) payment.acknowledged.add(step);
}

async function withdraw({ residents }: Crowd, ledger: Ledger, payment: KnownPayment): Promise<void> {
  const owner = residents.find(({ id }) => id === payment.userId);
  payment.tried.add('withdraw');
  const answer = await owner?.call(payments.deletePaymentWarga, { params: { id: payment.id } });
  if (answer && succeeded(answer, 'withdraw', ledger)) payment.acknowledged.add('withdraw');
}

async function keep({ residents, staff }: Crowd, ledger: Ledger): Promise<void> {
  const table = anyOf(recordTables) ?? 'posts';
  const kind = recordKinds[table];
  const owner = anyOf(kind.official ? staff.filter(({ blok }) => blok === null) : residents);
  if (!owner) return;
  const answer = await kind.keep(owner);
  if (succeeded(answer, `keeping ${table}`, ledger))
    ledger.records.push({ table, id: answer.body.id, owner, removal: 'none' });
}

async function remove(ledger: Ledger, record: KnownRecord): Promise<void> {
  record.removal = 'tried';
  const answer = await recordKinds[record.table].remove(record.owner, record.id);
  const isDone = (answer.body as { message?: string }).message !== successes.proposed;
  if (succeeded(answer, `removing ${record.table}`, ledger) && isDone) record.removal = 'acknowledged';
}

/** Proposes to close the next month as the book has it, and has another officer approve. */
async function close({ staff }: Crowd, ledger: Ledger): Promise<void> {
  const officers = staff.filter(({ blok }) => blok === null);
  const preparer = anyOf(officers);
  if (!preparer) return;
  const { berikutnya: next } = (await preparer.call(listClosings)).body;
  if (!next?.bisa) return;
  let proposal: Approval | null = next.usulan?.keputusan === null ? next.usulan : null;
  if (!proposal) {
    const akun = next.ringkasan.akun.map(({ akun_id, saldo }) => ({ akun_id, jumlah: Math.max(saldo, 0) }));
    const body = { bulan: next.bulan, akun, alasan: 'Uang dihitung ulang' };
    const answer = await preparer.call(proposeClosing, { body });
    if (!succeeded(answer, 'proposing a closing', ledger)) return;
    proposal = answer.body.data.persetujuan;
  }
  const { id, sidik, diajukan_oleh } = proposal;
  const second = anyOf(officers.filter((officer) => officer.id !== diajukan_oleh));
  const answer = await second?.call(decideApproval, { params: { id }, body: { keputusan: 'setuju', sidik } });
  if (answer && succeeded(answer, 'closing a month', ledger)) ledger.closings.push(next.bulan);
}

async function readHead({ residents }: Crowd, { heads, surprises }: Ledger): Promise<void> {
  const answer = await anyOf(residents)?.call(getCheckpoint);
  if (answer?.status !== 200) return;
  const { ukuran, kepala } = answer.body.data;
  if ((heads.get(ukuran) ?? kepala) !== kepala) surprises.push(`the log had two heads of size ${ukuran}`);
  heads.set(ukuran, kepala);
}
