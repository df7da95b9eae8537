/**
 * The oldest browsers that the client is built for: the last ones for Windows 7 (Chrome 109), Android 7 (Chrome 119)
 * and iOS 16. `client/lib/builtins.ts` adds the functions they lack; `client/public/start.js` tells much older ones.
 */
export const oldestBrowsers = ['chrome109', 'edge109', 'firefox115', 'safari16.4'];
