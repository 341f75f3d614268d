import { createHash } from 'node:crypto';
import type { Amount } from '../../../common/money.js';

export interface Terms {
  /** 0 to 300, decimal text. */
  readonly loadingPercent?: string;
  readonly excludedCovers?: readonly string[];
  readonly deductible?: Amount;
  readonly note?: string;
}

export interface Approval {
  readonly riskHash: string;
  readonly terms: Terms | null;
  readonly approvedBy: string;
  readonly approvedAt: string;
}

interface RiskIdentity {
  readonly rated: object;
  readonly place: readonly string[];
  readonly afms: readonly string[];
}

export function hashRisk({ rated, place, afms }: RiskIdentity): string {
  return createHash('sha256')
    .update(JSON.stringify([rated, place, afms]))
    .digest('hex');
}

export function findApproval(approval: Approval | null, hash: () => string): Approval | null {
  return approval !== null && approval.riskHash === hash() ? approval : null;
}
