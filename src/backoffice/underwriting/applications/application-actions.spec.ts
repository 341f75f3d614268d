import { ROLES, type Role } from '../../../identity/user.service.js';
import { type ActorRole, STATE_TABLE } from '../../../record/core/applications/state-table.js';
import { STATUSES, type Status } from '../../../record/core/applications/status.js';
import { LINE_CODES } from '../../../record/reference/products/line-table.js';
import { listActionsIn, listActions } from './application-actions.js';

const ACTORS: Readonly<Record<Role, readonly ActorRole[]>> = {
  admin: [],
  underwriter: ['underwriter'],
  issuing: ['customer', 'staff'],
  accounting: [],
  auditor: [],
  agent: ['agent'],
};
const INTERNAL: ReadonlySet<string> = new Set([
  'amend',
  'erase',
  'expire_amendment',
  'reverse_amendment',
  'reverse_payment',
  'start_segment',
  'transfer',
]);
const CALLED = STATE_TABLE.filter(({ action, within }) => within === undefined && !INTERNAL.has(action));
const CASES = ROLES.flatMap((role) =>
  LINE_CODES.flatMap((line) => (Object.keys(STATUSES) as Status[]).map((status) => [role, line, status] as const)),
);

describe('the actions that an application offers', () => {
  it.each(CASES)('%s on a %s application in status %s matches the state table', (role, line, status) => {
    const rows = CALLED.filter((row) => row.from === status && (row.line === undefined || row.line === line));
    const allowed = new Set(rows.filter(({ actors }) => actors.some((actor) => ACTORS[role].includes(actor))).map(({ action }) => action));
    expect(listActionsIn(status, line, role).sort()).toEqual([...allowed].sort());
  });

  it('covers every line and status', () => {
    expect(listActions('underwriter').states).toHaveLength(LINE_CODES.length * Object.keys(STATUSES).length);
    expect(listActionsIn('30', 'fire', 'underwriter')).toEqual(['approve', 'return', 'request_documents', 'decline']);
  });
});
