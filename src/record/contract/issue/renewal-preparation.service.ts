import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import { ClosedAgents } from '../../../store/closed-agents.js';
import type { Transaction } from '../../../store/store.js';
import type { Actor, ApplicationRecord } from '../../core/applications/application.js';
import { SegmentRepository } from '../../core/amendments/segment.repository.js';
import { ApplicationService, type Decision } from '../../core/applications/application.service.js';
import { Status, type CalculatedStatus } from '../../core/applications/status.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { PrepayService } from '../application-steps/prepay.service.js';
import { buildRenewalDraft } from './renewal.service.js';
import { RenewalRepository } from './renewal.repository.js';

type PreparedRenewal = ApplicationRecord & { readonly status: CalculatedStatus };

/** Nothing is issued here (applications.28). */
@Injectable()
export class RenewalPreparationService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly lines: LineRegistry,
    private readonly prepay: PrepayService,
    private readonly repository: RenewalRepository,
    private readonly closedAgents: ClosedAgents,
    private readonly segments: SegmentRepository,
  ) {}

  /** At 01 the renewal awaits its payment, otherwise staff gets a task. */
  async decide(policy: ApplicationRecord, by: Actor): Promise<Decision> {
    const line = this.lines.of(policy.line);
    const { questionnaire, also } = await line.renewer.nextYear(by, await this.segments.applyLastSegment(by, policy));
    // An amendment cancels the renewal that was prepared before it.
    const previous = await this.repository.findLatest(by.environment, policy.id);
    const renewal = await this.applications.claimNumber(by, buildRenewalDraft(line, by, policy, questionnaire, previous));
    const isPriced = renewal.status === Status.CALCULATED;
    const prepay = isPriced ? await this.prepay.decide(by, renewal, { isLetterWritten: false }) : null;
    return {
      change: { renewedBy: renewal.id },
      within: async (tx, save) => {
        await this.applications.insertIn(tx, by, renewal, line.personsOf(questionnaire), 'RENEWAL');
        if (also) await also(tx);
        const awaitsPayment = prepay !== null && (await this.moveToPrepay(tx, by, renewal, prepay));
        if (!awaitsPayment) await this.repository.insertTask(tx, renewal.id, buildTaskText(renewal), by.at);
        await save();
      },
    };
  }

  async reportClosedAgents(context: OperationContext & Writer): Promise<void> {
    if (this.closedAgents.hasAny(context.environment)) await this.repository.insertTasksOfClosedAgents(context);
  }

  /** Returns false, with nothing written, when the vehicle is insured elsewhere for the next year. */
  private async moveToPrepay(tx: Transaction, by: Actor, renewal: PreparedRenewal, prepay: Decision): Promise<boolean> {
    try {
      await this.applications.saveIn(tx, by, renewal, 'prepay', prepay);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === ErrorCode.DUPLICATE_POLICY) return false;
      throw error;
    }
  }
}

const TASKS: Readonly<Record<CalculatedStatus, Text>> = {
  [Status.NEEDS_APPROVAL]: { el: 'απαιτείται έγκριση', en: 'it needs an approval' },
  [Status.IN_ENTRY]: { el: 'χρειάζεται συμπλήρωση ή διόρθωση', en: 'it must be completed or corrected' },
  [Status.CALCULATED]: {
    el: 'το όχημα είναι ασφαλισμένο για την ίδια περίοδο με άλλο συμβόλαιο',
    en: 'the vehicle is insured for that period by another policy',
  },
};

function buildTaskText({ status, applicationNo, policyNo, startDate }: PreparedRenewal): Text {
  const [{ el, en }, day] = [TASKS[status], formatDate(startDate)];
  return {
    el: `Η ανανέωση ${policyNo} (αίτηση ${applicationNo}, έναρξη ${day}) ετοιμάστηκε, αλλά δεν μπορεί να πληρωθεί: ${el}.`,
    en: `The renewal ${policyNo} (application ${applicationNo}, start ${day}) is prepared but cannot be paid: ${en}.`,
  };
}
