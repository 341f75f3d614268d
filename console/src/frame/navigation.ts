import type { MessageId } from '../messages/language.js';
import type { Role } from '../session.js';

interface Entry {
  readonly to: string;
  readonly title: MessageId;
  readonly roles: readonly Role[];
}

interface Group {
  readonly title: MessageId;
  readonly entries: readonly Entry[];
}

/** The pages that the frame leads to, each with the roles that the API answers there. */
export const NAVIGATION: readonly Group[] = [
  {
    title: 'nav.work',
    entries: [
      { to: '/', title: 'nav.overview', roles: ['underwriter', 'issuing', 'admin'] },
      { to: '/referrals', title: 'nav.referrals', roles: ['underwriter'] },
      { to: '/applications', title: 'nav.applications', roles: ['underwriter', 'issuing'] },
    ],
  },
];

export function groupsFor(role: Role): readonly Group[] {
  const groups = NAVIGATION.map((group) => ({ ...group, entries: group.entries.filter(({ roles }) => roles.includes(role)) }));
  return groups.filter(({ entries }) => entries.length > 0);
}
