import { OmitType } from '@nestjs/swagger';
import type { SignInMethod } from '../../../identity/session.service.js';
import type { Role } from '../../../identity/user.service.js';
import { RequiredText } from '../../common/fields.js';
import { MAX_TYPED_LENGTH } from './password-policy.js';

const MAX_EMAIL = 300;

/** Whether the console of an agent's user may call the services of an environment. */
export const CONSOLE_ACCESS = ['granted', 'requested', 'none'] as const;
export type ConsoleAccess = (typeof CONSOLE_ACCESS)[number];

export class CredentialsRequest {
  /** E-mail address of the account. @example "admin@insurer.example" */
  @RequiredText(MAX_EMAIL)
  email: string;

  /** Password of the account. @example "four wooden horses sang" */
  @RequiredText(MAX_TYPED_LENGTH)
  password: string;
}

export class SessionResponse {
  /** Token for the header `Authorization: Bearer …`. @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  token: string;
  /** Role of the user: admin, underwriter, issuing, accounting, auditor or agent. @example "admin" */
  role: Role;
  /** End of the session, UTC. @example "2026-11-20T18:30:00.000Z" */
  expiresAt: string;
}

export class CookieSessionResponse extends OmitType(SessionResponse, ['token']) {
  /** Value of `X-CSRF-Token` in every write. @example "mJ3rT0yq7cXvB5sK1nZ8wE4uH6pL2dFgA9oQiVtRxYk" */
  csrfToken: string;
  /** End of the session unless it is used before, UTC. @example "2026-11-20T11:00:00.000Z" */
  idleExpiresAt: string;
}

export class CurrentSessionResponse {
  /** Id of the user. @example 12 */
  userId: number;
  /** First and last name. @example "Μαρία Παπαδοπούλου" */
  name: string;
  /** E-mail address of the account. @example "maria@broker.example" */
  email: string;
  /** admin, underwriter, issuing, accounting, auditor or agent. @example "agent" */
  role: Role;
  /** Code of the user's own agent; null for the insurer's people. @example "10001" */
  agentCode: string | null;
  /** Codes of other agents that the user may act for. @example ["10002"] */
  delegates: string[];
  /** Their names in this environment, or the code of one that is not in it. @example ["Πρακτορείο Πειραιά"] */
  delegateNames: string[];
  /** Whether the user signed up, and only the sandbox is open. @example false */
  sandboxOnly: boolean;
  /** How the user signed in: password or oidc. @example "password" */
  method: SignInMethod;
  /** Whether the session can only set up a second factor, because the role requires one. @example false */
  lacksSecondFactor: boolean;
  /** Name of the user's own agent in this environment; null if the agent is not in it. @example "Πρακτορείο Αττικής" */
  agentName: string | null;
  /** Access of the console to this environment: granted, requested or none; null for staff. @example "granted" */
  consoleAccess: ConsoleAccess | null;
  /** Why access to production was declined; null unless it was. @example "Λείπει η σύμβαση συνεργασίας." */
  productionDeclineReason: string | null;
  /** End of the session, UTC. @example "2026-11-20T18:30:00.000Z" */
  expiresAt: string;
  /** End of the session unless it is used before, UTC; null without a cookie. @example "2026-11-20T11:00:00.000Z" */
  idleExpiresAt: string | null;
  /** Value of `X-CSRF-Token`; null without a cookie. @example "mJ3rT0yq7cXvB5sK1nZ8wE4uH6pL2dFgA9oQiVtRxYk" */
  csrfToken: string | null;
}
