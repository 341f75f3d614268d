import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { BASE_PATH } from './base.js';
import { ErrorBoundary, Failure, NotFound } from './frame/failure.js';
import { Shell } from './frame/shell.js';
import { SignInPage } from './frame/sign-in.js';
import { Loading, ProblemNotice } from './parts/states.js';
import { useSession } from './session.js';

const root = createRootRoute({ component: Outlet, errorComponent: Failure, notFoundComponent: NotFound });

/** What anybody may open. */
const account = () => import('./pages/account.js');
/** Behind the sign-in: whoever is not signed in does that first, at the same address. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Inside });

const underwriting = () => import('./pages/underwriting.js');
const application = () => import('./pages/application.js');

const routes = root.addChildren([
  createRoute({ getParentRoute: () => root, path: '/signup', component: lazyRouteComponent(account, 'SignUpPage') }),
  createRoute({ getParentRoute: () => root, path: '/signup/verify', component: lazyRouteComponent(account, 'ConfirmPage') }),
  createRoute({ getParentRoute: () => root, path: '/password', component: lazyRouteComponent(account, 'ChoosePasswordPage') }),
  createRoute({ getParentRoute: () => root, path: '/password/forgotten', component: lazyRouteComponent(account, 'ForgottenPage') }),
  inside.addChildren([
    createRoute({ getParentRoute: () => inside, path: '/', component: lazyRouteComponent(underwriting, 'OverviewPage') }),
    createRoute({ getParentRoute: () => inside, path: '/referrals', component: lazyRouteComponent(underwriting, 'ReferralsPage') }),
    createRoute({ getParentRoute: () => inside, path: '/applications', component: lazyRouteComponent(underwriting, 'ApplicationsPage') }),
    createRoute({ getParentRoute: () => inside, path: '/applications/$id', component: lazyRouteComponent(application, 'ApplicationPage') }),
    createRoute({ getParentRoute: () => inside, path: '/password/mine', component: lazyRouteComponent(account, 'MyPasswordPage') }),
  ]),
]);

function Inside(): ReactNode {
  const { state, problem, look } = useSession();
  if (state === 'looking') return <Loading />;
  if (state === 'out') return <SignInPage />;
  if (state === 'problem' && problem !== null) return <ProblemNotice problem={problem} retry={() => void look()} />;
  return (
    <ErrorBoundary>
      <Shell />
    </ErrorBoundary>
  );
}

/** Addresses hold texts as they are typed, one for each name. */
export const router = createRouter({
  routeTree: routes,
  basepath: BASE_PATH,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NotFound,
  defaultPreload: 'intent',
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
});
