import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { assertNoViolations, DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { Actor, ApplicationRecord, AuditWriter, RecordMessage } from '../../core/applications/application.js';
import { ApplicationService, type Decision } from '../../core/applications/application.service.js';
import type { Approval, Terms } from '../../core/applications/approval.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { LetterService } from '../../core/letters/letter.service.js';
import type { DocumentMetadata } from '../../core/documents/document.js';
import { DocumentRepository } from '../../core/documents/document.repository.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { PrepayService } from '../application-steps/prepay.service.js';
import { assertPriceStands } from '../../core/applications/quote-validity.js';
import type { Action } from '../../core/applications/action.js';
import { PAYABLE_STATUSES, Status } from '../../core/applications/status.js';
import type { Transaction } from '../../../store/store.js';
import { assertApprovalTerms } from './approval-terms.js';
import { buildApprovalNeed, buildLineNeed, type AuthorityCheck } from './authority.js';

/** Decisions on a pending application (applications.11 to applications.13). */
export const DECISIONS = ['approve', 'approve_with_terms', 'return', 'request_documents', 'decline'] as const;
export type DecisionKind = (typeof DECISIONS)[number];

export interface UnderwritingDecision {
  readonly decision: DecisionKind;
  readonly messages: readonly RecordMessage[];
  readonly terms: Terms | null;
  readonly excludedCoversPath: string;
  readonly checkAuthority: AuthorityCheck;
}

interface CustomerResponse {
  readonly accepted: boolean;
  readonly reason: string | null;
  /** Proves an acceptance; required of staff, who record it for the customer. */
  readonly documentId?: number | null | undefined;
}

const ACTIONS: Readonly<Record<DecisionKind, Action>> = {
  approve: 'approve',
  approve_with_terms: 'approve',
  return: 'return',
  request_documents: 'request_documents',
  decline: 'decline',
};

@Injectable()
export class UnderwritingService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly lines: LineRegistry,
    private readonly prepay: PrepayService,
    private readonly documents: DocumentRepository,
    private readonly lists: ReferenceLists,
    private readonly letters: LetterService,
  ) {}

  /**
   * @throws DomainError APPLICATION_NOT_FOUND, NOT_ALLOWED_IN_STATUS, FINAL_STATUS, INVALID, PRICE_NO_LONGER_VALID,
   * AUTHORITY_EXCEEDED
   */
  async decide(actor: Actor, id: string, decided: UnderwritingDecision, audit: AuditWriter): Promise<ApplicationRecord> {
    const { application } = await this.applications.actAs(
      { ...actor, role: 'underwriter' },
      id,
      ACTIONS[decided.decision],
      async (current, _row, by) => {
        const { decision, messages, checkAuthority } = decided;
        const reason = decision.toUpperCase();
        const also = async (tx: Transaction): Promise<void> => {
          await audit(tx, { decision, messages, terms: decided.terms });
          if (decision === 'decline')
            await this.letters.write(tx, by, current, { kind: 'REFUSAL', facts: { decidedOn: toLocalDate(by.at) } });
        };
        if (ACTIONS[decision] === 'approve') return { ...(await this.approve(by, current, decided)), reason, also };
        if (decision === 'decline') await checkAuthority(buildLineNeed(current.line));
        // An application in entry has no price until the next calculation.
        const priced = decision === 'return' ? { price: null, enfiaEligible: [] } : {};
        return { reason, also, change: { ...priced, messages: [...messages, ...current.messages] } };
      },
    );
    return application;
  }

  /** Acceptance moves 39 to prepay and marks 12 as accepted, refusal moves back to entry (customer.44). */
  async recordResponse(actor: Actor, id: string, response: CustomerResponse, audit: AuditWriter): Promise<ApplicationRecord> {
    const { accepted, reason } = response;
    if (!accepted) {
      const also = (tx: Transaction): Promise<void> => audit(tx, { accepted, reason });
      const { application } = await this.applications.actAs(actor, id, 'reject', ({ messages }) => {
        const change = {
          price: null,
          enfiaEligible: [],
          acceptBy: null,
          acceptedAt: null,
          messages: [buildRejectionMessage(reason), ...messages],
        };
        return Promise.resolve({ change, also, reason: reason ?? REJECTED });
      });
      return application;
    }
    const { application } = await this.applications.actAs(actor, id, 'accept', async (current, row, by) => {
      const { at } = by;
      const evidence = by.role === 'staff' ? await this.getEvidence(by, current, response.documentId ?? null) : null;
      if (current.acceptBy !== null && at >= current.acceptBy) throw new DomainError(ErrorCode.ACCEPTANCE, { text: TOO_LATE });
      const recalculation = this.lines.of(current.line).calculator.calculate(by, current.questionnaire, current.approval);
      assertPriceStands(current, recalculation, toLocalDate(at));
      const change = { acceptBy: null, acceptedAt: at };
      const also = (tx: Transaction): Promise<void> =>
        audit(tx, { accepted, reason, ...(evidence && { documentId: evidence.id, sha256: evidence.sha256 }) });
      const proven = evidence ? { also, reason: `Έγγραφο ${evidence.id}` } : { also };
      if (row.to === 'calculated' || !PAYABLE_STATUSES.has(row.to)) return { change, ...proven };
      const decision = await this.prepay.decide(by, current);
      return { ...decision, change: { ...decision.change, ...change }, ...proven };
    });
    return application;
  }

  private async getEvidence(
    { environment }: Actor,
    { id, agentCode }: ApplicationRecord,
    documentId: number | null,
  ): Promise<DocumentMetadata> {
    const refuse = (code: ErrorCode, text: Text): DomainError => DomainError.ofViolations([{ path: 'documentId', code, text }]);
    if (documentId === null) throw refuse(ErrorCode.REQUIRED, NO_EVIDENCE);
    const documents = (await this.documents.findDocuments(environment, id, [agentCode])) ?? [];
    const evidence = documents.find((one) => one.id === documentId && !one.isSystem && one.scan === 'clean');
    if (evidence === undefined) throw refuse(ErrorCode.INVALID, NOT_EVIDENCE);
    return evidence;
  }

  /** Without these documents a rule's referral is not approved (motor.18). */
  private async assertDocuments(
    { environment }: Actor,
    { id, agentCode }: ApplicationRecord,
    tariff: Tariff | undefined,
    messages: readonly RecordMessage[],
  ): Promise<void> {
    const codes = new Set(messages.map(({ code }) => code));
    const rules = [...(tariff?.rules.application ?? []), ...(tariff?.rules.object ?? [])];
    const required = rules.flatMap(({ code, requiredDocument }) =>
      codes.has(code) && requiredDocument !== null ? [requiredDocument] : [],
    );
    if (required.length === 0) return;
    const documents = (await this.documents.findDocuments(environment, id, [agentCode])) ?? [];
    const missing = required.filter((category) => !documents.some(({ categoryId }) => categoryId === category));
    assertNoViolations(missing.map((category) => ({ path: 'documents', code: ErrorCode.REQUIRED, text: this.toMissingText(category) })));
  }

  private toMissingText(category: number): Text {
    const title = this.lists.title('documentCategories', String(category)) ?? { el: '', en: '' };
    return {
      el: `Δεν έχει επισυναφθεί το απαιτούμενο έγγραφο: ${category} ${title.el}. Ζητήστε το από τον συνεργάτη.`,
      en: `The required document is missing: ${category} ${title.en}. Ask the agent for it.`,
    };
  }

  private async approve(
    actor: Actor,
    current: ApplicationRecord,
    { messages, terms, excludedCoversPath, checkAuthority }: UnderwritingDecision,
  ): Promise<Decision> {
    const approval: Approval = {
      riskHash: this.lines.of(current.line).calculator.riskHash(current.questionnaire),
      terms,
      approvedBy: actor.name,
      approvedAt: actor.at.toISOString(),
    };
    const { tariff, fields: referred } = this.lines.of(current.line).calculator.calculate(actor, current.questionnaire, null);
    assertApprovalTerms(terms, tariff, excludedCoversPath);
    await this.assertDocuments(actor, current, tariff, referred.messages);
    const { status, fields } = this.lines.of(current.line).calculator.calculate(actor, current.questionnaire, approval);
    if (status !== Status.CALCULATED) throw new DomainError(ErrorCode.PRICE_NO_LONGER_VALID, { text: CANNOT_PROCEED });
    await checkAuthority(buildApprovalNeed(current.line, referred.messages, fields.price, terms));
    return { change: { ...fields, approval, messages: [...messages, ...fields.messages] } };
  }
}

function buildRejectionMessage(reason: string | null): RecordMessage {
  const text: Text = {
    el: `Ο πελάτης δεν αποδέχθηκε την πρόταση${reason === null ? '.' : `: ${reason}`}`,
    en: `The customer did not accept the offer${reason === null ? '.' : `: ${reason}`}`,
  };
  return { code: REJECTED, severity: 'warning', path: 'application', text };
}

const REJECTED = 'REJECTED_BY_CUSTOMER';
const TOO_LATE: Text = { el: 'Η προθεσμία αποδοχής έχει λήξει.', en: 'The acceptance period has expired.' };
const CANNOT_PROCEED: Text = {
  el: 'Η αίτηση δεν μπορεί να προχωρήσει με τα σημερινά δεδομένα (π.χ. λόγω της ημερομηνίας έναρξης). Επιστρέψτε την στον συνεργάτη για διόρθωση.',
  en: 'As of today the application cannot proceed (its start date, for instance). Return it to the agent.',
};

const NO_EVIDENCE = {
  el: 'Επιλέξτε το υπογεγραμμένο έγγραφο που αποδεικνύει την αποδοχή. Αν λείπει, ζητήστε το από τον συνεργάτη.',
  en: 'Choose the signed document that proves the acceptance. If it is missing, ask the agent for it.',
};
const NOT_EVIDENCE = {
  el: 'Η αίτηση δεν έχει τέτοιο έγγραφο που έχει επισυναφθεί και ελεγχθεί.',
  en: 'The application has no such document that was uploaded and scanned.',
};
