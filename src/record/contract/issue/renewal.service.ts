import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate, getYear, type LocalDate } from '../../../common/athens.js';
import type { OperationContext, UserCaller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { SegmentRepository } from '../../core/amendments/segment.repository.js';
import type { ApplicationDraft, ApplicationRecord, RecordMessage } from '../../core/applications/application.js';
import { buildRenewalLink } from '../../core/applications/application-links.js';
import { toAgentActor, ApplicationService } from '../../core/applications/application.service.js';
import type { LineCode, Questionnaires } from '../../reference/products/line-table.js';
import { ReceiptRepository } from '../../money/ledger/receipt.repository.js';
import type { Line } from '../../core/lines/line.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { listStatusesBefore, getTransition } from '../../core/applications/state-table.js';
import { GIVEN_UP_STATUSES, PAYABLE_STATUSES, Status, type CalculatedStatus } from '../../core/applications/status.js';
import { IssueService } from './issue.service.js';
import type { Payer } from './payer.js';
import { RENEWAL_OPENS_DAYS } from './nothing-due.js';
import { RenewalRepository, type RenewalSummary } from './renewal.repository.js';

/** A renewal is a new application, which is issued at once unless it needs an approval. */
@Injectable()
export class RenewalService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly lines: LineRegistry,
    private readonly issuing: IssueService,
    private readonly repository: RenewalRepository,
    private readonly receipts: ReceiptRepository,
    private readonly segments: SegmentRepository,
  ) {}

  /** A charge renews in the 60 days before the anniversary, when all is paid and no cancellation is scheduled. */
  async isDue({ environment, at }: OperationContext, { id, status, endDate, cancelsOn }: ApplicationRecord): Promise<boolean> {
    const today = toLocalDate(at);
    const isOpen =
      cancelsOn === null && listStatusesBefore('renew').has(status) && addDays(endDate, -RENEWAL_OPENS_DAYS) <= today && today < endDate;
    return isOpen && !(await this.receipts.hasPending(environment, id));
  }

  /**
   * A new renewal has the tariff of the anniversary. Returns null when the policy or its renewal has changed.
   * @throws DomainError NOT_ALLOWED_IN_STATUS, ALREADY_PAID, DUPLICATE_POLICY, CREDIT_LIMIT, CHARGE_REFUSED
   */
  async renew(caller: UserCaller, policy: ApplicationRecord, payer: Payer): Promise<ApplicationRecord | null> {
    const actor = toAgentActor(caller);
    getTransition(policy.status, 'renew', actor.role, policy.line);
    const previous = await this.repository.findLatest(caller.environment, policy.id);
    if (previous && PAYABLE_STATUSES.has(previous.status))
      return this.issuing.issue(actor, await this.applications.getAnyApplication(caller, String(previous.id)), payer);
    if (previous && !GIVEN_UP_STATUSES.has(previous.status)) throw buildAlreadyRenewed(previous, caller.root);

    const line = this.lines.of(policy.line);
    const { questionnaire, also } = await line.renewer.nextYear(caller, await this.segments.applyLastSegment(caller, policy));
    const draft = buildRenewalDraft(line, caller, policy, questionnaire, previous);
    const renewal = await this.applications.claimNumber(caller, draft);
    const issue = renewal.status === Status.CALCULATED ? await this.issuing.decide(actor, renewal, payer) : null;
    const renewed = await this.applications.save(actor, policy, 'renew', {
      change: { renewedBy: renewal.id },
      within: async (tx, save) => {
        const inserted = await this.applications.insertIn(tx, actor, renewal, line.personsOf(questionnaire), 'RENEWAL');
        if (also) await also(tx);
        const issued = issue && (await this.applications.saveIn(tx, actor, renewal, 'issue_renewal', issue));
        await save();
        return issued ? issued.application : inserted;
      },
    });
    const made = renewed && renewed.result;
    if (made) this.applications.publish(actor, made);
    return made;
  }
}

/** Leaves out the approval, because a renewal is underwritten by the current rules. */
export function buildRenewalDraft<C extends LineCode>(
  { calculator }: Pick<Line<C>, 'calculator'>,
  context: OperationContext,
  policy: ApplicationRecord<C>,
  questionnaire: Questionnaires[C],
  previous: RenewalSummary | null,
): ApplicationDraft<C> {
  const { id: renewalOf, line, agentCode, plateNo, policyNo: ownNo, endDate } = policy;
  if (ownNo === null) throw new Error(`Policy ${renewalOf} has no policy number.`);
  const policyNo = buildRenewalNumber(ownNo, endDate, previous && previous.policyNo);
  const { status, fields } = calculator.calculate(context, questionnaire, null);
  const draft = { line, agentCode, plateNo, renewalOf, policyNo, questionnaire, status, ...fields };
  return status === Status.CALCULATED ? draft : { ...draft, messages: [buildNotChargedMessage(status), ...fields.messages] };
}

function buildNotChargedMessage(status: CalculatedStatus): RecordMessage {
  const text =
    status === Status.NEEDS_APPROVAL
      ? {
          el: 'Η ανανέωση απαιτεί έγκριση και δεν εκδόθηκε· δεν έγινε χρέωση. Υποβάλετε αίτημα έγκρισης.',
          en: 'The renewal was made, but nothing was charged: it needs an approval. Request it, then issue.',
        }
      : {
          el: 'Η ανανέωση χρειάζεται συμπλήρωση ή διόρθωση και δεν εκδόθηκε· δεν έγινε χρέωση.',
          en: 'The renewal was made, but nothing was charged: complete or correct it, then issue.',
        };
  return { code: 'RENEWAL_NOT_CHARGED', severity: 'warning', path: 'application', text };
}

export function buildAlreadyRenewed(renewal: RenewalSummary, root: string): DomainError {
  const { applicationNo, policyNo, status } = renewal;
  const text = {
    el: `Το συμβόλαιο έχει ήδη ανανέωση: αίτηση ${applicationNo}, συμβόλαιο ${policyNo}, κατάσταση ${status}.`,
    en: `The policy already has a renewal: application ${applicationNo}, policy ${policyNo}, status ${status}.`,
  };
  return new DomainError(ErrorCode.ALREADY_PAID, { text, reason: 'RENEWED', links: [buildRenewalLink(renewal, root)] });
}

/** @example 'P260000123-27-2' */
export function buildRenewalNumber(policyNo: string, startDate: LocalDate, cancelledNo: string | null): string {
  const [own = policyNo] = policyNo.split('-');
  const number = own + '-' + String(getYear(startDate) % 100).padStart(2, '0');
  if (cancelledNo === null) return number;
  const [, , attempt = '1'] = cancelledNo.split('-');
  return number + '-' + String(Number(attempt) + 1);
}
