import { IconPrinter, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { getReceipt, type IssuedReceipt } from '../../../contract/receipts.ts';
import { shareFile } from '../../lib/save-file.ts';
import { useRead } from '../../shared/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadState } from '../../ui/LoadState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { notify } from '../../ui/notify.ts';
import { OnPaper } from '../../ui/OnPaper.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { drawPicture } from './draw-picture.ts';
import { linkOf, receiptTitle, reversedSince } from './lines.ts';
import css from './Paper.module.css';
import { Paper } from './Paper.tsx';

export default function ReceiptSheet({ paymentId, onClose }: { paymentId: number; onClose(): void }) {
  const read = useRead('payments', getReceipt, {
    params: { payment_id: paymentId },
  });
  const receipt = read.data?.data;
  return (
    <Sheet
      opened
      onClose={onClose}
      title={receipt ? receiptTitle(receipt) : 'Kuitansi'}
      footer={receipt && <Actions receipt={receipt} />}
    >
      {receipt && <Shown receipt={receipt} />}
      {!receipt && (
        <LoadState of={read} title="Kuitansi belum dapat dimuat" height="28rem" radius="var(--ui-radius)" />
      )}
    </Sheet>
  );
}

function Shown({ receipt }: { receipt: IssuedReceipt }) {
  const reversed = reversedSince(receipt);
  return (
    <>
      {reversed && (
        <Notice tone="warning" title={receipt.dibatalkan ? 'Tidak berlaku lagi' : 'Berlaku sebagian'}>
          {reversed}. Kuitansi ini sah waktu itu, tetapi bukan lagi bukti lunas
          {receipt.dibatalkan ? '' : ' untuk bulan itu'}.
        </Notice>
      )}
      <Paper receipt={receipt} />
      <p className={css.check}>
        <a href={linkOf(receipt)} target="_blank" rel="noreferrer">
          Periksa kuitansi ini
        </a>
      </p>
    </>
  );
}

const papers = {
  A6: '@page { size: 105mm 148mm; margin: 7mm } body { --height: 133mm; --code: 68mm }',
  '58 mm': '@page { size: 58mm 160mm; margin: 2mm } body { --height: 155mm; --code: 54mm; font-size: 9pt }',
} as const;

function Actions({ receipt }: { receipt: IssuedReceipt }) {
  const [paper, setPaper] = useState<keyof typeof papers>('A6');
  const [isSharing, setSharing] = useState(false);
  const print = (name: keyof typeof papers) => {
    flushSync(() => setPaper(name));
    window.print();
  };
  const share = async () => {
    setSharing(true);
    try {
      await shareFile(await drawPicture(receipt), receiptTitle(receipt));
    } catch {
      notify.error('Kuitansi tidak dapat dibagikan', { message: 'Ambil tangkapan layarnya.' });
    }
    setSharing(false);
  };
  return (
    <div className="ui-row">
      <Button look="primary" icon={IconShare} busy={isSharing} onClick={() => void share()}>
        Bagikan
      </Button>
      {(['A6', '58 mm'] as const).map((name) => (
        <Button key={name} icon={IconPrinter} onClick={() => print(name)}>
          Cetak {name}
        </Button>
      ))}
      <OnPaper>
        <div className={css.printed}>
          <style>{papers[paper]}</style>
          <Paper receipt={receipt} />
        </div>
      </OnPaper>
    </div>
  );
}
