import './app/page.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followEvents } from './api/live.ts';
import { createQueryClient } from './api/queryClient.ts';
import { App } from './app/App.tsx';
import { applyTheme } from './app/theme.ts';
import { applyLanguage } from './i18n/language.ts';

applyLanguage();
applyTheme();
const client = createQueryClient();
followEvents(client);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
);
