import { useAuth } from '../lib/auth.tsx';
import { useEstate } from '../lib/estate.ts';
import { useNavigation } from '../lib/navigation.tsx';
import { TabBar } from '../ui/TabBar.tsx';
import { tabsOf } from './menu.ts';
import { preloadPage } from './pages.ts';

export function BottomBar() {
  const { user } = useAuth();
  const { page, open } = useNavigation();
  return (
    <TabBar
      label="Menu utama"
      items={tabsOf(user, useEstate())}
      active={page}
      onSelect={open}
      onApproach={preloadPage}
    />
  );
}
