import css from './SkipLink.module.css';

/** First stop of the Tab key: past the menu, to the content (`#isi`). */
export function SkipLink() {
  return (
    <a
      className={css.link}
      href="#isi"
      onClick={(event) => {
        event.preventDefault(); // no #isi in the address: pages have no addresses of their own
        document.getElementById('isi')?.focus();
      }}
    >
      Langsung ke isi
    </a>
  );
}
