import { formatCount, formatDate } from '../../../contract/format.ts';
import { type LpjRow, lpjSections, sectionLabels } from '../../../contract/lpj.ts';
import { useToday } from '../../shared/estate.ts';
import { cx } from '../../ui/cx.ts';
import { Money } from '../../ui/Money.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import css from './Lpj.module.css';

interface Props {
  /** Name of the estate. */
  title: string;
  period: string;
  rows: readonly LpjRow[];
}

/** The report as it is printed, under its own title, with places to sign. */
export function LpjReport({ title, period, rows }: Props) {
  const today = useToday();
  const head = rows.find(({ bagian }) => bagian === 'log');
  return (
    <article className={cx('ui-stack', css.report)} data-titled aria-label={`LPJ ${period}`}>
      <h2 className={css.title}>{title}</h2>
      <p className="ui-muted">
        Laporan Pertanggungjawaban (LPJ) Kas, {period}
        <span className={css.printed}>. Dicetak {formatDate(today)}.</span>
      </p>
      {lpjSections.map((section) => {
        const own = rows.filter(({ bagian }) => bagian === section);
        if (own.length === 0) return null;
        return (
          <section key={section} aria-label={sectionLabels[section]}>
            {own.length > 1 || !own[0]?.total ? (
              <h3 className="ui-heading">{sectionLabels[section]}</h3>
            ) : null}
            <table className={css.table}>
              <tbody>
                {own.map((row) => (
                  <Line key={`${row.uraian} ${row.tanggal}`} row={row} />
                ))}
              </tbody>
            </table>
          </section>
        );
      })}
      {head && <QrCode className={css.code} text={head.uraian} label="Kode QR dengan kepala log" />}
      <div className={css.signatures}>
        {['Ketua', 'Bendahara'].map((role) => (
          <p key={role}>{role}</p>
        ))}
      </div>
    </article>
  );
}

function Line({ row: { uraian, tanggal, banyak, jumlah, total } }: { row: LpjRow }) {
  return (
    <tr data-total={total || undefined}>
      <th scope="row">
        {uraian}
        {tanggal !== null && <span className={cx(css.day, 'ui-detail')}>{formatDate(tanggal)}</span>}
      </th>
      <td>
        {jumlah === null ? (
          banyak !== null && `${formatCount(banyak)} rumah`
        ) : (
          <Money value={jumlah} strong={total} />
        )}
      </td>
    </tr>
  );
}
