import { OmitType } from '@nestjs/swagger';
import { Required, TextUpTo } from '../../../common/validation/decorators.js';
import type { Role } from '../../../identity/user.service.js';
import { MAX_TYPED_LENGTH } from './password-policy.js';

const MAX_EMAIL = 300;

/** Whether a console may call the services of an environment. */
export const CONSOLE_ACCESS = ['granted', 'requested', 'none'] as const;
export type ConsoleAccess = (typeof CONSOLE_ACCESS)[number];

/** Who signs in. */
export class CredentialsRequest {
  /** The account's e-mail address @example "admin@insurer.example" */
  @Required()
  @TextUpTo(MAX_EMAIL)
  email: string;

  /** Its password @example "four wooden horses sang" */
  @Required()
  @TextUpTo(MAX_TYPED_LENGTH)
  password: string;
}

/** A session of the back office. */
export class SessionResponse {
  /** For the header `Authorization: Bearer …` of every call @example "Vd81uLkQz0sYc3HnB6tXg9RjMw2PaE5oKf7TiN4q" */
  token: string;

  /** What its user may do: admin, underwriter, issuing or agent @example "admin" */
  role: Role;

  /** When it ends, UTC @example "2026-11-20T18:30:00.000Z" */
  expiresAt: string;
}

/** A session that a browser keeps in a cookie which its pages cannot read. */
export class CookieSessionResponse extends OmitType(SessionResponse, ['token']) {
  /** For the header `X-CSRF-Token` of every write with the cookie @example "mJ3rT0yq7cXvB5sK1nZ8wE4uH6pL2dFgA9oQiVtRxYk" */
  csrfToken: string;

  /** When it ends if it is not used before, UTC @example "2026-11-20T11:00:00.000Z" */
  idleExpiresAt: string;
}

/** Who is signed in. */
export class CurrentSessionResponse {
  /** The user's number @example 12 */
  userId: number;

  /** The user's name @example "Ελένη Δήμου" */
  name: string;

  /** The account's e-mail address @example "agent@broker.example" */
  email: string;

  /** What the user may do: admin, underwriter, issuing or agent @example "agent" */
  role: Role;

  /** The agent the user works for; null for the insurer's people @example "10001" */
  agentCode: string | null;

  /** Its name in this environment; null where it has no such agent @example "Πρακτορείο Αττικής" */
  agentName: string | null;

  /** Further agents the user may act for, by code @example ["10002"] */
  delegates: string[];

  /** Whether the user signed up, and may work in the sandbox alone @example false */
  sandboxOnly: boolean;

  /** Whether the console of the agent's user may call the services of this environment; null for the insurer's people @example "granted" */
  consoleAccess: ConsoleAccess | null;

  /** When the session ends, UTC @example "2026-11-20T18:30:00.000Z" */
  expiresAt: string;

  /** When it ends if it is not used before, UTC; null for a session that is not in a cookie @example "2026-11-20T11:00:00.000Z" */
  idleExpiresAt: string | null;

  /** For the header `X-CSRF-Token`; null for a session that is not in a cookie @example "mJ3rT0yq7cXvB5sK1nZ8wE4uH6pL2dFgA9oQiVtRxYk" */
  csrfToken: string | null;
}
