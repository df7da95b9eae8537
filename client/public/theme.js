// Runs before the first paint, so that nobody sees a flash of the other theme.
(function () {
  var theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch (_) {}
  if (theme !== 'dark' && theme !== 'light') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', theme);
})();
