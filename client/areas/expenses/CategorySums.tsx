import { categoryTitle } from '../../../contract/categories.ts';
import { Section } from '../../ui/Card.tsx';
import { Money } from '../../ui/Money.tsx';
import css from './CategorySums.module.css';

/** What the total of a year was spent on, largest first. */
export function CategorySums({ kategori }: { kategori: readonly { kategori: string; jumlah: number }[] }) {
  return (
    <Section title="Menurut kategori">
      <dl className={`ui-pairs ${css.sums}`}>
        {kategori.map((sum) => (
          <div key={sum.kategori}>
            <dt>{categoryTitle(sum.kategori)}</dt>
            <dd>
              <Money value={sum.jumlah} strong />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
