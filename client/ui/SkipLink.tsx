import css from './SkipLink.module.css';

export function SkipLink() {
  return (
    <a
      className={`ui-screen ${css.link}`}
      href="#isi"
      onClick={(event) => {
        event.preventDefault(); // keeps #isi out of the address: pages have no URLs
        document.getElementById('isi')?.focus();
      }}
    >
      Langsung ke isi
    </a>
  );
}
