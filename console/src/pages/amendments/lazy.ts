import { lazyRouteComponent } from '@tanstack/react-router';

/** Loads the pages of amendments when they are opened, which keeps the first load small. */
const load = () => import('./pages.js');

export const AgentAmendmentPage = lazyRouteComponent(load, 'AgentAmendmentPage');
export const AgentChangePage = lazyRouteComponent(load, 'AgentChangePage');
export const StaffAmendmentPage = lazyRouteComponent(load, 'StaffAmendmentPage');
export const StaffChangePage = lazyRouteComponent(load, 'StaffChangePage');
