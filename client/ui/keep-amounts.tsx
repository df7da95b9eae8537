import { Children, type ReactNode } from 'react';
import css from './Money.module.css';

const amounts = /(-?Rp \d+(?:\.\d{3})*)/;

/**
 * Keeps `Rp` and its number on one line of a text. Not by a space that does not break: texts are copied,
 * searched and compared with a plain one.
 */
export function keepAmounts(text: ReactNode): ReactNode {
  return Children.map(text, (part) =>
    typeof part === 'string' && amounts.test(part)
      ? part.split(amounts).map((piece, index) =>
          index % 2 ? (
            <span key={index} className={css.money}>
              {piece}
            </span>
          ) : (
            piece
          ),
        )
      : part,
  );
}
