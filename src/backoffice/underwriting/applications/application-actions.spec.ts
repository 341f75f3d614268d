import { ROLES, type Role } from '../../../identity/user.service.js';
import { type ActorRole, isAllowed, STATE_TABLE } from '../../../record/core/applications/state-table.js';
import { STATUSES, type Status } from '../../../record/core/applications/status.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { listActionsIn, listActions } from './application-actions.js';

const ACTORS: Readonly<Record<Role, readonly ActorRole[]>> = {
  admin: [],
  underwriter: ['underwriter'],
  issuing: ['customer', 'staff'],
  accounting: [],
  agent: ['agent'],
};
/** Parts of other actions, which no call performs. */
const INTERNAL: ReadonlySet<string> = new Set(['issue_renewal', 'erase', 'reverse_payment', 'void_renewal']);
const ACTIONS = [...new Set(STATE_TABLE.map(({ action }) => action))].filter((action) => !INTERNAL.has(action));
const CASES = ROLES.flatMap((role) =>
  LINE_CODES.flatMap((line) => (Object.keys(STATUSES) as Status[]).map((status) => [role, line, status] as const)),
);

describe('the actions that an application offers', () => {
  it.each(CASES)('%s on a %s application in status %s matches the state table', (role, line, status) => {
    const allowed = ACTIONS.filter((action) => ACTORS[role].some((actor) => isAllowed(status, action, actor, line)));
    expect(listActionsIn(status, line, role).sort()).toEqual(allowed.sort());
  });

  it('covers every line and status', () => {
    expect(listActions('underwriter').states).toHaveLength(LINE_CODES.length * Object.keys(STATUSES).length);
    expect(listActionsIn('30', 'fire', 'underwriter')).toEqual(['approve', 'return', 'request_documents', 'decline']);
  });
});
