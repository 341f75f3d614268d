import { lazyRouteComponent } from '@tanstack/react-router';

/** Loads the pages of sign-ins and sessions when they are opened, which keeps the first load small. */
const load = () => import('./pages.js');

export const MySessionsPage = lazyRouteComponent(load, 'MySessionsPage');
export const ProviderSignInPage = lazyRouteComponent(load, 'ProviderSignInPage');
export const UserSessionsPage = lazyRouteComponent(load, 'UserSessionsPage');
