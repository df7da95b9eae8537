import { ConfirmHost } from '../ui/ConfirmHost.tsx';

/** What every signed-in person needs, but not yet for the first screen: dialogs are a good part of the code. */
export default function AfterFirstScreen() {
  return <ConfirmHost />;
}
