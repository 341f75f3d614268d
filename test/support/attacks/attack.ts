import type { Role } from '../../../src/identity/user.service.js';
import type { RunningApp } from '../app.js';
import type { AuthorityFixture } from '../authority-fixture.js';
import type { Client, HttpResponse } from '../client.js';
import type { OidcFixture } from '../oidc-fixture.js';
import { createStaff } from '../staff-client.js';

/** Header in which the proxy of `node` states client certificates. */
export const CERTIFICATE_HEADER = 'X-Client-Cert';

export interface AttackedApps {
  /** Provider, keys, factors and sessions, at the time of the system. */
  readonly oidc: OidcFixture;
  /** First node of `oidc`. */
  readonly node: RunningApp;
  /** Decisions of underwriters, with their own clock. */
  readonly authority: AuthorityFixture;
}

export type Attempt = () => Promise<HttpResponse>;
/** Prepares an attempt. What that changes is not a change by the attempt. */
export type Prepare = (apps: AttackedApps) => Promise<Attempt>;
export type Attack = readonly [title: string, status: number, code: string, prepare: Prepare];
/** Attacks by what they attack. */
export type Attacks = Readonly<Record<string, readonly Attack[]>>;

/** Sends a call as a new user of the role. */
export function asRole(role: Role, send: (client: Client) => Promise<HttpResponse>): Prepare {
  return async ({ node }) => {
    const { client } = await createStaff(node, role);
    return () => send(client);
  };
}
