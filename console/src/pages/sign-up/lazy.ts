import { lazy } from 'react';

/** Loads the keys of a new account when they are shown, which keeps the first load small. */
export const KeysCard = lazy(() => import('./keys.js').then(({ KeysCard: card }) => ({ default: card })));
