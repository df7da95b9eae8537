import {
  IconAlertCircle,
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconHeartHandshake,
  IconHistory,
  IconMinus,
} from '@tabler/icons-react';
import { amountOf } from '../../../contract/amount-of.ts';
import type { OwnDues } from '../../../contract/arrears.ts';
import { formatMonth, formatRupiah, monthName } from '../../../contract/format.ts';
import { type YearState } from '../../../contract/owed.ts';
import { Button, ButtonSkeleton } from '../../ui/Button.tsx';
import type { Icon } from '../../ui/icon.ts';
import { keepAmounts } from '../../ui/keep-amounts.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusCard } from '../../ui/StatusCard.tsx';
import type { Tone } from '../../ui/tone.ts';
import css from './ArrearsCard.module.css';

const looks: Record<YearState, { tone: Tone; icon: Icon; words: string }> = {
  lunas: { tone: 'success', icon: IconCircleCheck, words: 'lunas' },
  menunggu: { tone: 'warning', icon: IconClock, words: 'menunggu konfirmasi' },
  tunggakan: { tone: 'danger', icon: IconAlertCircle, words: 'menunggak' },
  berjalan: { tone: 'neutral', icon: IconCircleDashed, words: 'belum dibayar, bulan berjalan' },
  dibebaskan: { tone: 'success', icon: IconHeartHandshake, words: 'dibebaskan' },
  sistem_lama: { tone: 'success', icon: IconHistory, words: 'lunas di sistem lama' },
  bebas: { tone: 'neutral', icon: IconMinus, words: 'tidak ditagih' },
  nanti: { tone: 'neutral', icon: IconCircle, words: 'belum waktunya' },
};

interface Props {
  iuran: OwnDues | undefined;
  onPay(): void;
  /** Whose card is then as high with arrears as without, so that nothing below it moves when they come. */
  onShow?(): void;
}

/** What the resident owes from earlier months, and the months of the year. */
export function ArrearsCard({ iuran, onPay, onShow }: Props) {
  const arrears = iuran?.tunggakan;
  const owes = arrears !== undefined && arrears.length > 0;
  const tone = owes ? 'danger' : arrears ? 'success' : 'neutral';
  return (
    <StatusCard
      label="Tunggakan iuran"
      title={owes ? 'Peringatan Pembayaran' : 'Iuran bulan-bulan lalu'}
      tone={tone}
      busy={!iuran}
      status={arrears ? keepAmounts(headline(arrears)) : <Skeleton width="14ch" />}
      advice={arrears ? advice(arrears) : <Skeleton width="80%" />}
      action={
        owes ? (
          <Button look="accent" onClick={onPay}>
            Bayar Tunggakan
          </Button>
        ) : (
          onShow && (iuran ? <Button onClick={onShow}>Lihat Riwayat</Button> : <ButtonSkeleton />)
        )
      }
    >
      {iuran ? <Year iuran={iuran} /> : <div className={css.yearToCome} />}
    </StatusCard>
  );
}

type Arrears = OwnDues['tunggakan'];

const headline = (arrears: Arrears) =>
  arrears.length === 0 ? 'Tidak ada tunggakan' : `Tunggakan ${formatRupiah(amountOf(arrears))}`;

function advice(arrears: Arrears): string {
  const [oldest] = arrears;
  if (!oldest) return 'Sudah dibayar atau sedang diperiksa.'; // one line on phones, as with arrears
  return `${arrears.length} bulan${arrears.length === 1 ? ':' : ', sejak'} ${formatMonth(oldest)}.`;
}

function Year({ iuran: { tahun, bulanan } }: { iuran: OwnDues }) {
  return (
    <ol className={css.year} aria-label={`Iuran tahun ${tahun}`}>
      {bulanan.map(({ bulan, status }) => {
        const { tone, icon: Icon, words } = looks[status];
        return (
          <li key={bulan} className={css.month} data-tone={tone} title={`${monthName(bulan)}: ${words}`}>
            <Icon size={18} stroke={2} aria-hidden />
            <span aria-hidden>{monthName(bulan).slice(0, 1)}</span>
            <span className="ui-unseen">{`${monthName(bulan)}: ${words}`}</span>
          </li>
        );
      })}
    </ol>
  );
}
