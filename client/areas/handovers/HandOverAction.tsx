import { IconArrowBackUp, IconCoins } from '@tabler/icons-react';
import { formatRupiah } from '../../../contract/format.ts';
import { makeHandover, withdrawHandover } from '../../../contract/handovers.ts';
import type { Round } from '../../../contract/rounds.ts';
import { useSend } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { confirm } from '../../ui/confirm.ts';
import { notify } from '../../ui/notify.ts';

interface Props {
  round: Round;
  /** Rupiah that the server does not know of yet. */
  unsent: number;
}

/** Hands over what the server has booked; first everything is sent. */
export function HandOverAction({ round: { saldo, setoran }, unsent }: Props) {
  const make = useSend(makeHandover);
  const withdraw = useSend(withdrawHandover);
  const handOver = async () => {
    if (unsent > 0)
      return notify.error('Belum dapat disetor', { message: 'Tunggu sampai semua terkirim, lalu setor.' });
    const sure = await confirm({
      title: `Setor ${formatRupiah(saldo)}?`,
      message: 'Serahkan uangnya kepada bendahara. Setoran selesai setelah uangnya dihitung dan diterima.',
      confirmLabel: 'Ya, setor',
      danger: false,
    });
    if (sure) await notify.outcome(make.send({ body: { jumlah: saldo } }), 'Gagal menyetor');
  };
  const takeBack = (id: number) =>
    notify.outcome(withdraw.send({ params: { id } }), 'Setoran belum dapat dibatalkan');
  if (setoran)
    return (
      <Button icon={IconArrowBackUp} busy={withdraw.isSending} onClick={() => void takeBack(setoran.id)}>
        Batal setor
      </Button>
    );
  if (saldo + unsent <= 0) return null;
  return (
    <Button look="accent" icon={IconCoins} busy={make.isSending} onClick={() => void handOver()}>
      Setor
    </Button>
  );
}
