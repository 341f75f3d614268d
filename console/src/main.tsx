import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './base.js';
import { queryClient } from './api/use-get.js';
import { findFirstLanguage, LanguageProvider, loadTexts } from './messages/language.js';
import { router } from './router.js';
import { SessionProvider } from './session.js';
import { readableVariables, theme } from './theme.js';

/** The browser rejects generated styles without it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** Stores the choice for the next visit. Without one the browser's preference is used. */
const colorScheme = localStorageColorSchemeManager({ key: 'console.theme' });

const first = await loadTexts(findFirstLanguage());

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <LanguageProvider first={first}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={readableVariables}
        getStyleNonce={() => nonce}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  </StrictMode>,
);
