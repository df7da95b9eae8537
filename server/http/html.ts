export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const style =
  ':root{color-scheme:light dark}body{font:18px/1.5 system-ui,sans-serif;max-width:32rem;margin:0 auto;padding:4rem 1rem;text-align:center}a{display:inline-block;padding:.75rem 1rem}';

/** Instead of JSON, for people who followed a wrong link or opened a file after their session had ended. */
export const errorPage = (message: string) =>
  `<!doctype html><html lang="id"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Guyub</title><style>${style}</style></head><body><main><h1>Guyub</h1><p>${escapeHtml(message)}</p><p><a href="/">Buka halaman utama</a></p></main></body></html>`;
