import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { BASE_PATH } from './base.js';
import { ErrorBoundary, Failure, NotFound } from './frame/failure.js';
import { Leaving } from './forms/leaving.js';
import { Shell } from './frame/shell.js';
import { SignInPage } from './frame/sign-in.js';
import { INSIDE_PAGES, OUTSIDE_PAGES } from './pages.js';
import { Loading, ProblemNotice } from './parts/states.js';
import { useSession } from './session.js';

const RequiredFactorPage = lazyRouteComponent(() => import('./pages/factors/own-factors.js'), 'RequiredFactorPage');

const root = createRootRoute({ component: Everything, errorComponent: Failure, notFoundComponent: NotFound });

/** Pages that need a session; without one the sign-in appears at the same address. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Inside });

/** Every other address, inside the frame with its menu. */
const UNKNOWN_PAGE = ['$', NotFound] as const;

const routes = root.addChildren([
  ...OUTSIDE_PAGES.map(([path, component]) => createRoute({ getParentRoute: () => root, path, component })),
  inside.addChildren(
    [...INSIDE_PAGES, UNKNOWN_PAGE].map(([path, component]) => createRoute({ getParentRoute: () => inside, path, component })),
  ),
]);

function Everything(): ReactNode {
  return (
    <>
      <Outlet />
      <Leaving />
    </>
  );
}

function Inside(): ReactNode {
  const { state, who, problem, look } = useSession();
  if (state === 'looking') return <Loading />;
  if (state === 'out') return <SignInPage />;
  if (state === 'problem' && problem !== null) return <ProblemNotice problem={problem} retry={() => void look()} />;
  if (who?.lacksSecondFactor === true)
    return (
      <Suspense fallback={<Loading />}>
        <RequiredFactorPage />
      </Suspense>
    );
  // Nothing of one user stays for another one.
  return (
    <ErrorBoundary key={who?.userId}>
      <Shell />
    </ErrorBoundary>
  );
}

/** Addresses contain the texts exactly as typed, one for each name. */
export const router = createRouter({
  routeTree: routes,
  basepath: BASE_PATH,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NotFound,
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
});
