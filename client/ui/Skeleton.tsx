import css from './Skeleton.module.css';

interface Props {
  width?: string | undefined;
  height?: string | undefined;
  radius?: string | undefined;
}

/** Placeholder of content that is loading. Hidden from screen readers: set `aria-busy` on the container. */
export function Skeleton({ width = '100%', height = '1em', radius = '0.5em' }: Props) {
  return <span className={css.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden />;
}
