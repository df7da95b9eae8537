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
    var link = document.createElement('link');
    link.href = file;
    link.crossOrigin = '';
    if (file.endsWith('.js')) link.rel = 'modulepreload';
    else {
      link.rel = 'preload';
      link.as = 'style';
    }
    document.head.append(link);
  });
})();
