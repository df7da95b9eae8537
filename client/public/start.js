// Runs before the page is first painted.
(function () {
  var stored = function (/** @type {string} */ key) {
    try {
      return localStorage.getItem(key);
    } catch (_) {
      return null;
    }
  };

  // So that nobody sees a flash of the other theme.
  var theme = stored('theme');
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', theme);

  // What a signed-in person sees first comes together with the program's entry, not one after the other. The build
  // writes the names of the files here (vite.config.ts).
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
