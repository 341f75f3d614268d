import { ApiProperty } from '@nestjs/swagger';
import type { SessionKind, SignInMethod } from '../../../identity/session.service.js';

export class StaffSessionResponse {
  /** Id of the session. @example 4711 */
  id: number;
  /** Whether it is the session of this call. @example true */
  isCurrent: boolean;
  /** How the user signed in: password or oidc. @example "oidc" */
  method: SignInMethod;
  /** Where the token is sent: bearer or cookie. @example "cookie" */
  kind: SessionKind;
  /** IP address from which it was opened; null if unknown. @example "192.0.2.10" */
  address: string | null;
  /** Browser and system from which it was opened; null if unknown. @example "Firefox 132, Windows" */
  userAgent: string | null;
  /** When it was opened, UTC. @example "2026-11-20T10:30:00.000Z" */
  openedAt: string;
  /** Last call, UTC, to about a minute; null for a bearer session. @example "2026-11-20T11:00:00.000Z" */
  lastUsedAt: string | null;
  /** Latest end, UTC. @example "2026-11-20T18:30:00.000Z" */
  expiresAt: string;
}

export class StaffSessionListResponse {
  @ApiProperty({ type: [StaffSessionResponse], description: 'Open sessions, the latest first; at most 20.' })
  items: StaffSessionResponse[];
}
