import { lazyRouteComponent } from '@tanstack/react-router';

/** Loads the pages of amendment runs when they are opened, which keeps the first load small. */
const load = () => import('./amendment-runs.js');

export const AmendmentRunPage = lazyRouteComponent(load, 'AmendmentRunPage');
export const AmendmentRunsPage = lazyRouteComponent(load, 'AmendmentRunsPage');
