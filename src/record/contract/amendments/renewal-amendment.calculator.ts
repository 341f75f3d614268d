import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { AmendmentKind } from '../../core/amendments/amendment.js';
import { carryInstructions } from '../../core/amendments/carried-instructions.js';
import { applyInstructions, listInstructions, type Instruction } from '../../core/amendments/instructions.js';
import type { Actor } from '../../core/applications/application.js';
import { isAllowed } from '../../core/applications/state-table.js';
import { Status } from '../../core/applications/status.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { AmendmentCalculator, type Assessment, type Proposal, type RenewalChange } from './amendment-calculator.service.js';
import type { RunningContract } from './running-contract.service.js';

/** Kinds whose change is made in the issued renewal too. A new policyholder has a bonus-malus class of their own. */
const CARRIED_KINDS: ReadonlySet<AmendmentKind> = new Set(['CHANGE', 'REPLACEMENT', 'CLAUSE', 'CORRECTION']);

@Injectable()
export class RenewalAmendmentCalculator {
  constructor(
    private readonly calculator: AmendmentCalculator,
    private readonly lines: LineRegistry,
  ) {}

  /** Returns null when the renewal cannot be changed in the same way, or is as asked already. */
  assess({ next, segments }: RunningContract, proposal: Proposal, by: Actor): RenewalChange | null {
    if (!next || !canCarry(next, proposal, by)) return null;
    const [before, after] = [segments.at(-1)?.questionnaire, next.segments[0]?.questionnaire];
    const carried = before && after ? this.carry(next, proposal.instructions, before, after) : [];
    if (carried.length === 0) return null;
    const own = { ...proposal, id: 0, effectiveDate: next.policy.startDate, receivedOn: null, reinstates: null, instructions: carried };
    const assessment = this.tryToAssess(next, own, by);
    return assessment && { contract: next, proposal: own, assessment };
  }

  private carry({ policy }: RunningContract, instructions: readonly Instruction[], before: object, after: object): Instruction[] {
    const ownOfTerm = this.lines.of<LineCode>(policy.line).fieldsOfTerm;
    if (instructions.some(({ path }) => ownOfTerm.includes(path))) return [];
    const carried = carryInstructions(instructions, before, after);
    // Values that the renewal has already are left out.
    return carried ? (tryTo(() => listInstructions(after, applyInstructions(after, carried))) ?? []) : [];
  }

  private tryToAssess(next: RunningContract, own: Proposal, by: Actor): Assessment | null {
    const assessment = tryTo(() => this.calculator.assess(next, own, by));
    const isPossible = assessment && assessment.status !== Status.IN_ENTRY && assessment.outcome.conflicts.length === 0;
    return isPossible ? assessment : null;
  }
}

function canCarry({ policy }: RunningContract, { kind, resolutions }: Proposal, { role }: Actor): boolean {
  const isAmendable = policy.cancelsOn === null && isAllowed(policy.status, 'amend', role, policy.line);
  return isAmendable && CARRIED_KINDS.has(kind) && !resolutions.some(({ keep }) => keep === 'THEIRS');
}

function tryTo<T>(calculate: () => T): T | null {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
