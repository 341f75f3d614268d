import { lazyRouteComponent } from '@tanstack/react-router';

/** Loads the pages of amendment runs when they are opened, which keeps the first load small. */
const load = () => import('./amendment-runs.js');

export const AuthoritiesPage = lazyRouteComponent(() => import('./authorities.js'), 'AuthoritiesPage');
export const AmendmentRunPage = lazyRouteComponent(load, 'AmendmentRunPage');
export const AmendmentRunsPage = lazyRouteComponent(load, 'AmendmentRunsPage');
