/** Page of the ui components, `npm run dev` → /kit. The build starts at index.html and does not contain it. */
import { createRoot } from 'react-dom/client';
import { Page } from '../ui/Page.tsx';
import Questions from '../ui/Questions.tsx';
import { ThemeToggle } from '../ui/ThemeToggle.tsx';
import Toasts from '../ui/Toasts.tsx';
import { UiProvider } from '../ui/UiProvider.tsx';
import { Buttons } from './Buttons.tsx';
import { Fields } from './Fields.tsx';
import { Figures } from './Figures.tsx';
import { Lists } from './Lists.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider>
    <main id="isi" tabIndex={-1} style={{ maxWidth: '75rem', margin: 'auto', padding: '1rem' }}>
      <Page title="Kit Guyub" context="Semua komponen dan keadaannya." aside={<ThemeToggle />}>
        <Buttons />
        <Fields />
        <Figures />
        <Lists />
      </Page>
    </main>
    <Questions />
    <Toasts />
  </UiProvider>,
);
