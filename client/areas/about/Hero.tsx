import { useEstate } from '../../shared/estate.ts';
import { Mark } from '../../ui/Mark.tsx';
import css from './about.module.css';

export function Hero() {
  const { aboutText, estateName } = useEstate();
  return (
    <section className={css.hero} aria-label="Guyub">
      <Mark size={72} />
      <div>
        <h2 className={css.product}>Guyub</h2>
        <p className={css.estate}>{estateName}</p>
      </div>
      <p className={css.lead}>{aboutText}</p>
    </section>
  );
}
