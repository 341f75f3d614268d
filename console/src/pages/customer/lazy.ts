import { lazyRouteComponent } from '@tanstack/react-router';

/** Loads the pages about customers when they are opened, which keeps the first load small. */
const load = () => import('./pages.js');

export const WithdrawalsPage = lazyRouteComponent(load, 'WithdrawalsPage');
export const StaffCustomerView = lazyRouteComponent(load, 'StaffCustomerView');
export const AgentCustomerView = lazyRouteComponent(load, 'AgentCustomerView');
