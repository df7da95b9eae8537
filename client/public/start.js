// Runs before the first paint, also in browsers that understand no more than ES5.
(function () {
  // Every style of the product is in a cascade layer (Chrome 99, Firefox 97); lookbehind came to Safari last (16.4).
  var isOld = !('CSSLayerBlockRule' in window);
  try {
    new RegExp('(?<=a)b');
  } catch (_) {
    isOld = true;
  }
  if (isOld) {
    document.addEventListener('readystatechange', function () {
      var root = document.getElementById('root');
      if (!root) return;
      root.id = 'old-browser'; // main.tsx finds no place to start
      root.textContent =
        'Browser ini terlalu lama untuk Sistem Guyub. Perbarui browser Anda, atau buka alamat ini di HP atau komputer lain.';
    });
    return;
  }

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
  var files = document.currentScript && document.currentScript.dataset.firstScreen;
  if (!files || !stored('token')) return;
  files.split(' ').forEach(function (file) {
    // The worker has the font, so that the first text is set in it and does not move. The network would delay the code.
    if (file.endsWith('.woff2') && !(navigator.serviceWorker && navigator.serviceWorker.controller)) return;
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
