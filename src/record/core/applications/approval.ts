import { createHash } from 'node:crypto';
import type { Amount } from '../../../common/money.js';

/** What an underwriter added to an approval (applications.12). */
export interface Terms {
  /** 0 to 300, decimal text. */
  readonly loadingPercent?: string;
  readonly excludedCovers?: readonly string[];
  readonly deductible?: Amount;
  readonly note?: string;
}

/** An underwriter's yes to one risk; another risk needs another. */
export interface Approval {
  readonly riskHash: string;
  readonly terms: Terms | null;
  readonly approvedBy: string;
  /** ISO instant. */
  readonly approvedAt: string;
}

/** What makes a risk the same: all that rates it, where or what it is, and whose it is. Equal facts give equal hashes. */
export interface RiskIdentity {
  readonly rated: object;
  readonly place: readonly string[];
  readonly afms: readonly string[];
}

export function riskHash({ rated, place, afms }: RiskIdentity): string {
  return createHash('sha256')
    .update(JSON.stringify([rated, place, afms]))
    .digest('hex');
}

/** The approval when it is for this risk, else null. `hash` is computed only when there is an approval. */
export function approvalFor(approval: Approval | null, hash: () => string): Approval | null {
  return approval !== null && approval.riskHash === hash() ? approval : null;
}
