import { IconDeviceLaptop, IconReceiptOff, IconServer, IconWorldWww } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useEstate } from '../../shared/estate.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, Section } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { Facts } from '../../ui/Facts.tsx';
import type { Icon } from '../../ui/icon.ts';
import { Money } from '../../ui/Money.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import css from './about.module.css';

/** Price list of what the estate would otherwise pay for: app, domain, server. */
export function Offers() {
  const { domainPrice, serverPrice } = useEstate();
  const [shown, setShown] = useState<'domain' | 'server' | null>(null);
  const proofs = {
    domain: { name: 'Domain', prices: [['Per tahun', domainPrice]] },
    server: {
      name: 'VPS',
      prices: [
        ['Per tahun', serverPrice],
        ['Per bulan', Math.round(serverPrice / 12)],
      ],
    },
  } as const;
  const proof = shown && proofs[shown];
  return (
    <Section title="Yang Anda dapatkan gratis" bare>
      <div className={cx('ui-parts', css.offers)}>
        <Offer
          icon={IconDeviceLaptop}
          name="Aplikasi Web"
          text="Dibuat dan dirawat tanpa biaya, tanpa iklan."
        />
        <Offer
          icon={IconWorldWww}
          name="Domain"
          text={<Yearly price={domainPrice} />}
          onProve={() => setShown('domain')}
        />
        <Offer
          icon={IconServer}
          name="VPS"
          text={<Yearly price={serverPrice} />}
          onProve={() => setShown('server')}
        />
      </div>
      {proof && (
        <Sheet
          opened
          onClose={() => setShown(null)}
          title={`Bukti Harga ${proof.name}`}
          size="sm"
          footer={
            <Button wide onClick={() => setShown(null)}>
              Tutup
            </Button>
          }
        >
          <Facts
            of={[
              ...proof.prices.map(([label, price]) => [label, <Money key={label} value={price} />] as const),
              ['Dibayar warga', <Free key="gratis" />],
            ]}
          />
          <p className="ui-note">Perkiraan harga pasar. Seluruhnya ditanggung pengembang.</p>
        </Sheet>
      )}
    </Section>
  );
}

interface OfferProps {
  icon: Icon;
  name: string;
  text: ReactNode;
  onProve?: (() => void) | undefined;
}

function Offer({ icon: Glyph, name, text, onProve }: OfferProps) {
  return (
    <Card className={css.offer}>
      <span className={cx('ui-symbol', css.icon)}>
        <Glyph size={26} stroke={1.7} aria-hidden />
      </span>
      <div className="ui-ends">
        <h3 className="ui-heading">{name}</h3>
        <Free />
      </div>
      <p className="ui-note">{text}</p>
      {onProve && (
        <Button aria-haspopup="dialog" aria-label={`Lihat bukti harga ${name}`} onClick={onProve}>
          Lihat bukti harga
        </Button>
      )}
    </Card>
  );
}

function Yearly({ price }: { price: number }) {
  return (
    <>
      Harga normal sekitar <Money value={price} /> per tahun.
    </>
  );
}

function Free() {
  return (
    <Badge tone="success" icon={IconReceiptOff}>
      Gratis
    </Badge>
  );
}
