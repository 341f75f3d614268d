import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import { SecretBox } from '../../record/reference/secrets/secret-box.js';
import type { RestCall } from './mcp-tools.js';

const VALID_MS = 10 * 60_000;

interface Confirmed {
  readonly digest: string;
  readonly untilMs: number;
}

/** Every node opens the confirmation, which nobody stores (mcp.4). */
@Injectable()
export class McpConfirmationService {
  constructor(private readonly box: SecretBox) {}

  /** @throws DomainError UNAVAILABLE without SECRETS_KEY */
  confirm(caller: UserCaller, call: RestCall): string {
    const confirmed: Confirmed = { digest: calculateDigest(caller, call), untilMs: caller.at.getTime() + VALID_MS };
    return this.box.seal(JSON.stringify(confirmed)).toString('base64url');
  }

  isConfirmed(caller: UserCaller, call: RestCall, confirmation: string): boolean {
    const opened = this.box.open(Buffer.from(confirmation, 'base64url'));
    if (opened === null || !opened.startsWith('{')) return false;
    const { digest, untilMs } = JSON.parse(opened) as Partial<Confirmed>;
    return digest === calculateDigest(caller, call) && untilMs !== undefined && untilMs > caller.at.getTime();
  }
}

function calculateDigest({ environment, programId, user }: UserCaller, { method, path, body }: RestCall): string {
  const call = [environment, programId, user.id, user.agentCode, method, path, body ?? null];
  return createHash('sha256').update(JSON.stringify(call)).digest('base64url');
}
