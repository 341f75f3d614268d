import { Injectable } from '@nestjs/common';
import type { Occasion } from '../../common/caller.js';
import type { Transaction } from '../../store/store.js';
import type { Person } from '../parties/person.js';
import type { ApplicationRecord } from './application.js';
import type { Line } from './state-table.js';

/** What a policy's next year is insured by: its questionnaire from the anniversary on, the items with ids of their own. */
export interface NextYear {
  readonly questionnaire: unknown;
  readonly persons: readonly Person[];
  /** Written in the renewal's transaction. */
  readonly also?: (tx: Transaction) => Promise<void>;
}

/** How a line carries a policy over into its next year. */
export interface LineRenewer {
  nextYear(occasion: Occasion, policy: ApplicationRecord): Promise<NextYear>;
}

/** The lines register how they renew, so that a charge renews policies of all of them without knowing them. */
@Injectable()
export class LineRenewers {
  private readonly renewers = new Map<Line, LineRenewer>();

  register(line: Line, renewer: LineRenewer): void {
    this.renewers.set(line, renewer);
  }

  nextYear(occasion: Occasion, policy: ApplicationRecord): Promise<NextYear> {
    const renewer = this.renewers.get(policy.line);
    if (!renewer) throw new Error(`no service renews ${policy.line} policies`);
    return renewer.nextYear(occasion, policy);
  }
}
