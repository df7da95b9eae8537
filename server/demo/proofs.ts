/** Drawings of payment proofs. Waiting slips and paper-book rows show their payer; other payments share pictures. */
import { formatDateTime, formatMonth } from '../../contract/format.ts';
import { defaultSettings } from '../../contract/settings.ts';
import type { PlannedPayment } from './dues.ts';
import { makeRandom } from './random.ts';
import { bookRow, receipt, type Slip, slipLayouts } from './slips.ts';

interface Proof {
  drawing: string | readonly string[];
  /** Number of the transfer; null where several payments share the picture. */
  referensi: string | null;
}

export function drawProofs(
  payments: readonly PlannedPayment[],
  timeZone: string,
): Map<PlannedPayment, Proof> {
  const random = makeRandom('proofs');
  const proofs = new Map<PlannedPayment, Proof>();
  const number = () => String(random.between(100_000_000, 999_999_999));
  const numbers = new Map<string, string>();
  for (const payment of payments) {
    const { tahun, bulan, payer, proof, status, uploaded } = payment;
    const layout = random.pick(slipLayouts);
    if (proof === 'book') {
      proofs.set(payment, { drawing: bookRow({ tahun, bulan }, payer), referensi: null });
      continue;
    }
    const shared = `${tahun}-${bulan} ${proof === 'receipt' ? 'receipt' : slipLayouts.indexOf(layout)}`;
    const isOwn = status === 'menunggu_konfirmasi';
    const slip: Slip = {
      period: { tahun, bulan },
      jumlah: defaultSettings.duesAmount,
      date: isOwn ? formatDateTime(uploaded.toISOString(), timeZone) : formatMonth({ tahun, bulan }),
      sender: isOwn ? payer.nama : 'Warga **** **21',
      reference: (isOwn ? undefined : numbers.get(shared)) ?? number(),
    };
    if (!isOwn) numbers.set(shared, slip.reference);
    proofs.set(payment, {
      drawing: proof === 'receipt' ? receipt(slip) : layout(slip),
      referensi: isOwn && proof === 'transfer' ? slip.reference : null,
    });
  }
  return proofs;
}
