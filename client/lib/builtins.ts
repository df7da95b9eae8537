/**
 * Built-in functions that browsers without updates lack: Chrome 109 on Windows 7, 119 on Android 7, Safari on iOS 16.
 * Browser tests run without them (`e2e/oldest-browser.ts`): they fail where the client calls one that is not added here.
 */
import 'core-js/actual/array/to-reversed';
import 'core-js/actual/array/to-sorted';
import 'core-js/actual/array/to-spliced';
import 'core-js/actual/map/group-by';
import 'core-js/actual/promise/with-resolvers';
import 'core-js/actual/string/is-well-formed';
