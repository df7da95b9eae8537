import { useAuth } from '../shared/auth.tsx';
import { useEstate } from '../shared/estate.ts';
import { useNavigation } from '../shared/navigation.tsx';
import { TabBar } from '../ui/TabBar.tsx';
import { entryOf, tabsOf } from './menu.ts';
import { preloadPage } from './pages.ts';

export function BottomBar() {
  const { user } = useAuth();
  const { page, open } = useNavigation();
  const items = tabsOf(user, useEstate());
  const active = entryOf(items, page);
  return (
    <TabBar
      label="Menu utama"
      items={items}
      active={active}
      isPart={active !== page}
      onSelect={open}
      onApproach={preloadPage}
    />
  );
}
