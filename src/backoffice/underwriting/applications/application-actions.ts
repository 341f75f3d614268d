import type { Role } from '../../../identity/user.service.js';
import { type ActorRole, LEADING_ON } from '../../../record/core/applications/state-table.js';
import type { Action } from '../../../record/core/applications/action.js';
import { STATUSES, type Status } from '../../../record/core/applications/status.js';
import { LINE_CODES, type LineCode } from '../../../record/reference/products/line-table.js';
import type { ApplicationActionsResponse } from './staff-application.dto.js';

/** Issuing records the customer's answer. */
const ACTORS: Readonly<Record<Role, readonly ActorRole[]>> = {
  admin: [],
  underwriter: ['underwriter'],
  issuing: ['customer', 'staff'],
  accounting: [],
  auditor: [],
  agent: ['agent'],
};

export function listActionsIn(status: Status, line: LineCode, role: Role): Action[] {
  const rows = LEADING_ON.filter((row) => row.from === status && (row.line ?? line) === line);
  return rows.filter(({ actors }) => actors.some((actor) => ACTORS[role].includes(actor))).map(({ action }) => action);
}

export function listActions(role: Role): ApplicationActionsResponse {
  const states = LINE_CODES.flatMap((line) =>
    (Object.keys(STATUSES) as Status[]).map((status) => ({ line, status, actions: listActionsIn(status, line, role) })),
  );
  return { states };
}
