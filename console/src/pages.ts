import { lazyRouteComponent as page } from '@tanstack/react-router';

// Every page is loaded when it is opened, which keeps the first load small.

const account = () => import('./pages/account.js');
const sessions = () => import('./pages/access/sessions.js');
const amendments = () => import('./pages/amendments/amendment-page.js');
const changes = () => import('./pages/amendments/change-page.js');
const batches = () => import('./pages/payout-batches.js');
const pending = () => import('./pages/pending-actions.js');
const requests = () => import('./pages/requests.js');
const admin = () => import('./pages/admin.js');
const bank = () => import('./pages/desk/bank.js');
const runs = () => import('./pages/desk/amendment-runs.js');
const commission = () => import('./pages/desk/commission.js');
const books = () => import('./pages/desk/books.js');
const access = () => import('./pages/agent/access.js');
const events = () => import('./pages/agent/events.js');
const fire = () => import('./pages/agent/quote-fire.js');
const motor = () => import('./pages/agent/quote-motor.js');
const ownRequests = () => import('./pages/agent/requests.js');
const webhooks = () => import('./pages/agent/webhooks.js');

/** Pages without a session, with their addresses. */
export const OUTSIDE_PAGES = [
  ['/signup', page(account, 'SignUpPage')],
  ['/signup/verify', page(account, 'ConfirmPage')],
  ['/password', page(account, 'ChoosePasswordPage')],
  ['/password/forgotten', page(account, 'ForgottenPage')],
  ['/sign-in/provider', page(() => import('./pages/access/provider-sign-in.js'), 'ProviderSignInPage')],
] as const;

/** Pages of a signed-in user, with their addresses. */
export const INSIDE_PAGES = [
  ['/', page(() => import('./pages/overview.js'), 'OverviewPage')],
  ['/referrals', page(() => import('./pages/referrals.js'), 'ReferralsPage')],
  ['/applications', page(() => import('./pages/applications.js'), 'ApplicationsPage')],
  ['/applications/$id', page(() => import('./pages/application.js'), 'ApplicationPage')],
  ['/applications/$id/change', page(changes, 'StaffChangePage')],
  ['/applications/$id/amendments/$no', page(amendments, 'StaffAmendmentPage')],
  ['/clients/$id', page(() => import('./pages/client.js'), 'ClientPage')],
  ['/suspense', page(() => import('./pages/suspense.js'), 'SuspensePage')],
  ['/suspense/$id', page(() => import('./pages/desk/suspense-item.js'), 'SuspenseItemPage')],
  ['/refunds', page(() => import('./pages/refunds.js'), 'RefundsPage')],
  ['/policies', page(() => import('./pages/issuing.js'), 'PoliciesPage')],
  ['/payout-batches', page(batches, 'BatchesPage')],
  ['/payout-batches/$id', page(batches, 'BatchPage')],
  ['/pending-actions', page(pending, 'PendingActionsPage')],
  ['/pending-actions/$id', page(pending, 'PendingActionPage')],
  ['/messages', page(requests, 'MessagesPage')],
  ['/service-requests', page(requests, 'ServiceRequestsPage')],
  ['/service-requests/$id', page(requests, 'ServiceRequestPage')],
  ['/withdrawals', page(() => import('./pages/customer/withdrawals.js'), 'WithdrawalsPage')],
  ['/programs', page(admin, 'ProgramsPage')],
  ['/keys', page(admin, 'KeysPage')],
  ['/agents', page(admin, 'AgentsPage')],
  ['/delegations', page(() => import('./pages/delegations.js'), 'DelegationsPage')],
  ['/sessions', page(sessions, 'MySessionsPage')],
  ['/users', page(() => import('./pages/people.js'), 'UsersPage')],
  ['/users/$id/sessions', page(sessions, 'UserSessionsPage')],
  ['/audit', page(() => import('./pages/audit.js'), 'AuditPage')],
  ['/calls/$id', page(() => import('./pages/call.js'), 'CallPage')],
  ['/calls', page(() => import('./pages/calls.js'), 'CallsPage')],
  ['/erasure', page(() => import('./pages/erasure.js'), 'ErasurePage')],
  ['/settings', page(() => import('./pages/settings.js'), 'SettingsPage')],
  ['/legal-texts', page(() => import('./pages/legal-texts.js'), 'LegalTextsPage')],
  ['/message-templates', page(() => import('./pages/desk/message-templates.js'), 'MessageTemplatesPage')],
  ['/password/mine', page(account, 'MyPasswordPage')],
  ['/factors/mine', page(() => import('./pages/factors/own-factors.js'), 'OwnFactorsPage')],
  ['/sign-in-settings', page(() => import('./pages/factors/sign-in-settings.js'), 'SignInSettingsPage')],
  ['/amendment-runs', page(runs, 'AmendmentRunsPage')],
  ['/amendment-runs/$id', page(runs, 'AmendmentRunPage')],
  ['/portfolio-transfers', page(() => import('./pages/desk/portfolio-transfers.js'), 'PortfolioTransfersPage')],
  ['/bank-statements', page(bank, 'BankStatementsPage')],
  ['/bank-statements/$id', page(bank, 'BankStatementPage')],
  ['/authorities', page(() => import('./pages/desk/authorities.js'), 'AuthoritiesPage')],
  ['/bookings', page(() => import('./pages/desk/bookings.js'), 'BookingsPage')],
  ['/accounts', page(() => import('./pages/desk/accounts.js'), 'AccountsPage')],
  ['/bonus-malus', page(() => import('./pages/desk/bonus-malus.js'), 'BonusMalusPage')],
  ['/commission', page(commission, 'CommissionPage')],
  ['/commission-rates', page(commission, 'CommissionRatesPage')],
  ['/reports', page(() => import('./pages/desk/reports.js'), 'ReportsPage')],
  ['/trial-balance', page(books, 'TrialBalancePage')],
  ['/journal', page(books, 'JournalPage')],
  ['/closings', page(books, 'ClosingsPage')],
  ['/reconciliation', page(() => import('./pages/desk/reconciliation.js'), 'ReconciliationPage')],
  ['/health', page(() => import('./pages/desk/health.js'), 'HealthPage')],
  ['/portfolio', page(() => import('./pages/agent/portfolio.js'), 'PortfolioPage')],
  ['/portfolio/$line/$id', page(() => import('./pages/agent/contract-page.js'), 'ContractPage')],
  ['/portfolio/$line/$id/change', page(changes, 'AgentChangePage')],
  ['/portfolio/$line/$id/amendments/$no', page(amendments, 'AgentAmendmentPage')],
  ['/portfolio/fire/$id/edit', page(fire, 'FireEditPage')],
  ['/portfolio/motor/$id/edit', page(motor, 'MotorEditPage')],
  ['/quote/fire', page(fire, 'FireQuotePage')],
  ['/quote/motor', page(motor, 'MotorQuotePage')],
  ['/mine/account', page(() => import('./pages/agent/account.js'), 'OwnAccountPage')],
  ['/mine/requests', page(ownRequests, 'OwnRequestsPage')],
  ['/mine/requests/$id', page(ownRequests, 'OwnRequestPage')],
  ['/mine/commission', page(() => import('./pages/agent/commission.js'), 'OwnCommissionPage')],
  ['/mine/keys', page(access, 'MyKeysPage')],
  ['/mine/user-keys', page(access, 'UserKeysPage')],
  ['/mine/calls', page(() => import('./pages/agent/calls.js'), 'MyCallsPage')],
  ['/mine/calls/$id', page(() => import('./pages/agent/call.js'), 'MyCallPage')],
  ['/mine/events', page(events, 'EventsPage')],
  ['/mine/events/$id', page(events, 'EventPage')],
  ['/mine/webhooks', page(webhooks, 'WebhooksPage')],
  ['/mine/webhooks/$id', page(webhooks, 'WebhookPage')],
  ['/mine/deliveries/$id', page(() => import('./pages/agent/delivery.js'), 'DeliveryPage')],
  ['/sandbox', page(() => import('./pages/agent/sandbox.js'), 'SandboxPage')],
] as const;
