import type { MessageId } from '../messages/language.js';
import type { Role } from '../session.js';

interface Entry {
  readonly to: string;
  readonly title: MessageId;
  readonly roles: readonly Role[];
  /** Whether an agent's page works without access to the services (auth.16). */
  readonly needsNoGrant?: true;
}

interface Group {
  readonly title: MessageId;
  readonly entries: readonly Entry[];
}

/** Pages in the menu, each with the roles that the API admits. */
export const NAVIGATION: readonly Group[] = [
  {
    title: 'nav.work',
    entries: [
      { to: '/', title: 'nav.overview', roles: ['agent', 'underwriter', 'issuing', 'admin', 'auditor'] },
      { to: '/referrals', title: 'nav.referrals', roles: ['underwriter', 'auditor'] },
      { to: '/applications', title: 'nav.applications', roles: ['underwriter', 'issuing', 'auditor'] },
      { to: '/pending-actions', title: 'nav.pending', roles: ['underwriter', 'issuing', 'admin', 'accounting', 'auditor'] },
    ],
  },
  {
    title: 'nav.portfolio.group',
    entries: [
      { to: '/portfolio', title: 'nav.portfolio', roles: ['agent'] },
      { to: '/mine/account', title: 'nav.mine.account', roles: ['agent'] },
      { to: '/mine/commission', title: 'nav.mine.commission', roles: ['agent'] },
      { to: '/mine/requests', title: 'nav.mine.requests', roles: ['agent'] },
      { to: '/quote/fire', title: 'nav.quote.fire', roles: ['agent'] },
      { to: '/quote/motor', title: 'nav.quote.motor', roles: ['agent'] },
    ],
  },
  {
    title: 'nav.mine.group',
    entries: [
      { to: '/mine/keys', title: 'nav.mine.keys', roles: ['agent'], needsNoGrant: true },
      { to: '/mine/user-keys', title: 'nav.mine.userKeys', roles: ['agent'], needsNoGrant: true },
      { to: '/mine/calls', title: 'nav.mine.calls', roles: ['agent'] },
      { to: '/mine/events', title: 'nav.mine.events', roles: ['agent'] },
      { to: '/mine/webhooks', title: 'nav.mine.webhooks', roles: ['agent'] },
      { to: '/sandbox', title: 'nav.sandbox', roles: ['agent'] },
    ],
  },
  {
    title: 'nav.money',
    entries: [
      { to: '/bank-statements', title: 'nav.bank', roles: ['issuing', 'admin', 'accounting', 'auditor'] },
      { to: '/suspense', title: 'nav.suspense', roles: ['issuing', 'accounting', 'auditor'] },
      { to: '/bookings', title: 'nav.bookings', roles: ['issuing', 'accounting', 'auditor'] },
      { to: '/policies', title: 'nav.policies', roles: ['underwriter', 'issuing', 'auditor'] },
      { to: '/bonus-malus', title: 'nav.bonusMalus', roles: ['underwriter', 'issuing', 'auditor'] },
      { to: '/accounts', title: 'nav.accounts', roles: ['issuing', 'accounting', 'auditor'] },
      { to: '/commission', title: 'nav.commission', roles: ['issuing', 'accounting', 'auditor'] },
      { to: '/commission-rates', title: 'nav.commissionRates', roles: ['issuing', 'admin', 'accounting', 'auditor'] },
      { to: '/refunds', title: 'nav.refunds', roles: ['issuing', 'accounting', 'auditor'] },
      { to: '/payout-batches', title: 'nav.batches', roles: ['issuing', 'accounting', 'auditor'] },
      { to: '/reports', title: 'nav.reports', roles: ['underwriter', 'issuing', 'accounting', 'admin', 'auditor'] },
    ],
  },
  {
    title: 'nav.books',
    entries: [
      { to: '/trial-balance', title: 'nav.trialBalance', roles: ['accounting', 'issuing', 'auditor'] },
      { to: '/journal', title: 'nav.journal', roles: ['accounting', 'issuing', 'auditor'] },
      { to: '/reconciliation', title: 'nav.reconciliation', roles: ['accounting', 'issuing', 'auditor'] },
      { to: '/closings', title: 'nav.closings', roles: ['accounting', 'issuing', 'auditor'] },
    ],
  },
  {
    title: 'nav.requests.group',
    entries: [
      { to: '/messages', title: 'nav.messages', roles: ['issuing', 'auditor'] },
      { to: '/service-requests', title: 'nav.requests', roles: ['admin', 'underwriter', 'issuing', 'auditor'] },
      { to: '/withdrawals', title: 'nav.withdrawals', roles: ['underwriter', 'issuing', 'auditor'] },
    ],
  },
  {
    title: 'nav.access',
    entries: [
      { to: '/programs', title: 'nav.programs', roles: ['admin', 'auditor'] },
      { to: '/keys', title: 'nav.keys', roles: ['admin', 'auditor'] },
      { to: '/users', title: 'nav.users', roles: ['admin', 'auditor'] },
      { to: '/agents', title: 'nav.agents', roles: ['admin', 'auditor'] },
      { to: '/authorities', title: 'nav.authorities', roles: ['admin', 'underwriter', 'auditor'] },
      { to: '/delegations', title: 'nav.delegations', roles: ['admin', 'auditor'] },
    ],
  },
  {
    title: 'nav.administration',
    entries: [
      { to: '/settings', title: 'nav.settings', roles: ['issuing', 'admin', 'auditor'] },
      { to: '/sign-in-settings', title: 'nav.signIn', roles: ['admin'] },
      { to: '/legal-texts', title: 'nav.legalTexts', roles: ['issuing', 'admin', 'auditor'] },
      { to: '/message-templates', title: 'nav.templates', roles: ['admin', 'auditor'] },
      { to: '/amendment-runs', title: 'nav.amendmentRuns', roles: ['admin', 'auditor'] },
      { to: '/portfolio-transfers', title: 'nav.transfers', roles: ['admin', 'auditor'] },
      { to: '/health', title: 'nav.health', roles: ['admin', 'auditor'] },
      { to: '/audit', title: 'nav.audit', roles: ['admin', 'auditor'] },
      { to: '/calls', title: 'nav.calls', roles: ['admin', 'auditor'] },
      { to: '/erasure', title: 'nav.erasure', roles: ['admin'] },
    ],
  },
];

/** Whether the menu of the role has the page. */
export function leadsTo(role: Role, path: string): boolean {
  return NAVIGATION.some(({ entries }) => entries.some(({ to, roles }) => to === path && roles.includes(role)));
}

/** Returns the menu entry of an address, or null without one. */
export function entryOf(path: string): Entry | null {
  const all = NAVIGATION.flatMap(({ entries }) => entries);
  return all.find(({ to }) => path === to || path.startsWith(`${to}/`)) ?? null;
}

export function groupsFor(role: Role): readonly Group[] {
  const groups = NAVIGATION.map((group) => ({ ...group, entries: group.entries.filter(({ roles }) => roles.includes(role)) }));
  return groups.filter(({ entries }) => entries.length > 0);
}
