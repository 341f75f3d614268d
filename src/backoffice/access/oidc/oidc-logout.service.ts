import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock.js';
import { hashSecret } from '../../../identity/secret.js';
import { Store } from '../../../store/store.js';
import type { Visitor } from '../../common/staff-caller.js';
import { AuditService } from '../audit/audit.service.js';
import { buildBadLogoutToken, LOGOUT_TOKEN_REMEMBERED_MS, OidcProvider } from './oidc-provider.js';

const USE = 'INSERT INTO oidc_logout_token (token_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1 AS used';
const END = `
  DELETE FROM staff_session s USING user_identity i
  WHERE s.method = 'oidc' AND i.user_id = s.user_id AND i.issuer = $1
    AND ($2::text IS NULL OR i.subject = $2) AND ($3::text IS NULL OR s.provider_session = $3)
  RETURNING s.id, s.user_id AS "userId"`;

@Injectable()
export class OidcLogoutService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly provider: OidcProvider,
    private readonly audit: AuditService,
  ) {}

  async logOut({ address, requestId }: Visitor, token: string): Promise<void> {
    const { id, issuer, subject, providerSession } = await this.provider.readLogoutToken(token);
    const actor = { userId: null, name: 'OpenID provider', address, requestId };
    await this.store.transaction('gateway', async (tx) => {
      const expiresAt = new Date(this.clock.now().getTime() + LOGOUT_TOKEN_REMEMBERED_MS);
      if ((await tx.query(USE, [hashSecret(id), expiresAt])).length === 0) throw buildBadLogoutToken();
      const ended = await tx.query<{ id: number; userId: number }>(END, [issuer, subject, providerSession]);
      for (const session of ended) {
        const details = { userId: session.userId, provider: issuer };
        await this.audit.record(tx, actor, { action: 'close', subject: 'session', id: session.id, details });
      }
    });
  }
}
