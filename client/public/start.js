// Runs before the first paint.
(function () {
  var stored = function (/** @type {string} */ key) {
    try {
      return localStorage.getItem(key);
    } catch (_) {
      return null;
    }
  };

  // Sets the theme early to avoid a flash of the wrong one.
  var theme = stored('theme');
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', theme);

  // Preloads the code of the first screen in parallel with the entry chunk. The build inserts the file names (vite.config.ts).
  var files = document.currentScript?.dataset.firstScreen;
  if (!files || !stored('token')) return;
  files.split(' ').forEach(function (file) {
    // The worker has the font, so that the first text is set in it and does not move. The network would delay the code.
    if (file.endsWith('.woff2') && !navigator.serviceWorker?.controller) return;
    var link = document.createElement('link');
    link.href = file;
    link.crossOrigin = '';
    if (file.endsWith('.js')) link.rel = 'modulepreload';
    else {
      link.rel = 'preload';
      link.as = file.endsWith('.css') ? 'style' : 'font';
    }
    document.head.append(link);
  });
})();
