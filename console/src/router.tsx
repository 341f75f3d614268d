import { createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { BASE_PATH } from './base.js';
import { ErrorBoundary, Failure, NotFound } from './frame/failure.js';
import { Leaving } from './forms/leaving.js';
import { Shell } from './frame/shell.js';
import { SignInPage } from './frame/sign-in.js';
import { SignUpPage, ConfirmPage, ChoosePasswordPage, ForgottenPage, MyPasswordPage } from './pages/account.js';
import { OverviewPage, ReferralsPage, ApplicationsPage } from './pages/underwriting.js';
import { StaffAmendmentPage, StaffChangePage } from './pages/amendments/lazy.js';
import { ApplicationPage } from './pages/application.js';
import { SuspensePage, RefundsPage } from './pages/money.js';
import { PendingActionPage, PendingActionsPage } from './pages/pending-actions.js';
import { PoliciesPage } from './pages/issuing.js';
import { BatchPage, BatchesPage } from './pages/payout-batches.js';
import { ProgramsPage, KeysPage, AgentsPage } from './pages/admin.js';
import { AuditPage } from './pages/audit.js';
import { CallsPage } from './pages/calls.js';
import { MySessionsPage, ProviderSignInPage, UserSessionsPage } from './pages/access/lazy.js';
import { DelegationsPage } from './pages/delegations.js';
import { ErasurePage } from './pages/erasure.js';
import { UsersPage } from './pages/people.js';
import { MessagesPage, ServiceRequestPage, ServiceRequestsPage } from './pages/requests.js';
import { LegalTextsPage } from './pages/legal-texts.js';
import { SettingsPage } from './pages/settings.js';
import { OwnFactorsPage, RequiredFactorPage, SignInSettingsPage } from './pages/factors/lazy.js';
import { DESK_PAGES } from './pages/desk/pages.js';
import { AGENT_PAGES } from './pages/agent/pages.js';
import { Loading, ProblemNotice } from './parts/states.js';
import { useSession } from './session.js';

const root = createRootRoute({ component: Everything, errorComponent: Failure, notFoundComponent: NotFound });

/** Pages that need a session; without one the sign-in appears at the same address. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Inside });

/** Pages without a session. */
const OUTSIDE = [
  ['/signup', SignUpPage],
  ['/signup/verify', ConfirmPage],
  ['/password', ChoosePasswordPage],
  ['/password/forgotten', ForgottenPage],
  ['/sign-in/provider', ProviderSignInPage],
] as const;
const INSIDE = [
  ['/', OverviewPage],
  ['/referrals', ReferralsPage],
  ['/applications', ApplicationsPage],
  ['/applications/$id', ApplicationPage],
  ['/applications/$id/change', StaffChangePage],
  ['/applications/$id/amendments/$no', StaffAmendmentPage],
  ['/suspense', SuspensePage],
  ['/refunds', RefundsPage],
  ['/policies', PoliciesPage],
  ['/payout-batches', BatchesPage],
  ['/payout-batches/$id', BatchPage],
  ['/pending-actions', PendingActionsPage],
  ['/pending-actions/$id', PendingActionPage],
  ['/messages', MessagesPage],
  ['/service-requests', ServiceRequestsPage],
  ['/service-requests/$id', ServiceRequestPage],
  ['/programs', ProgramsPage],
  ['/keys', KeysPage],
  ['/agents', AgentsPage],
  ['/delegations', DelegationsPage],
  ['/sessions', MySessionsPage],
  ['/users', UsersPage],
  ['/users/$id/sessions', UserSessionsPage],
  ['/audit', AuditPage],
  ['/calls', CallsPage],
  ['/erasure', ErasurePage],
  ['/settings', SettingsPage],
  ['/legal-texts', LegalTextsPage],
  ['/password/mine', MyPasswordPage],
  ['/factors/mine', OwnFactorsPage],
  ['/sign-in-settings', SignInSettingsPage],
  ...DESK_PAGES,
  ...AGENT_PAGES,
] as const;

const routes = root.addChildren([
  ...OUTSIDE.map(([path, component]) => createRoute({ getParentRoute: () => root, path, component })),
  inside.addChildren(INSIDE.map(([path, component]) => createRoute({ getParentRoute: () => inside, path, component }))),
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
  return (
    <ErrorBoundary>
      <Shell />
    </ErrorBoundary>
  );
}

/** Addresses contain the texts exactly as typed, one for each name. */
export const router = createRouter({
  routeTree: routes,
  basepath: BASE_PATH,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Failure,
  defaultNotFoundComponent: NotFound,
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
});
