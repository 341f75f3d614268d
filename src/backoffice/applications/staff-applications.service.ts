import { Injectable } from '@nestjs/common';
import { parseInstant } from '../../common/athens.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import { toAmount, decimal } from '../../common/money.js';
import type { ApplicationRecord, Doer, RecordMessage, Severity } from '../../record/applications/application.js';
import { ApplicationHistoryRepository } from '../../record/applications/application-history.repository.js';
import { Applications } from '../../record/applications/applications.js';
import type { Terms } from '../../record/applications/approval.js';
import type { Line } from '../../record/applications/state-table.js';
import type { Status } from '../../record/applications/status.js';
import { DocumentRepository } from '../../record/documents/document.repository.js';
import { Underwriting, type DecisionKind } from '../../record/underwriting/underwriting.js';
import type { StaffCaller } from '../access/staff-caller.js';
import {
  DEFAULT_LIMIT,
  type AcceptanceDto,
  type DecisionDto,
  type DecisionMessageDto,
  type StaffApplicationsQuery,
  type TermsDto,
} from './staff-application-input.dto.js';
import type { StaffApplicationPage } from './staff-application.dto.js';
import { toSummary, type WholeApplication } from './staff-application.mapper.js';

/** Applications as the insurer's people see and move them. */
@Injectable()
export class StaffApplicationsService {
  constructor(
    private readonly applications: Applications,
    private readonly history: ApplicationHistoryRepository,
    private readonly documents: DocumentRepository,
    private readonly underwriting: Underwriting,
  ) {}

  async list(staff: StaffCaller, query: StaffApplicationsQuery): Promise<StaffApplicationPage> {
    const window = { start: query.start ?? 1, limit: query.limit ?? DEFAULT_LIMIT };
    const filter = {
      statuses: (query.status?.split(',') as Status[] | undefined) ?? null,
      line: (query.line as Line | undefined) ?? null,
    };
    const { items, total } = await this.history.findQueue(staff.environment, filter, window);
    return { items: items.map((item) => toSummary(item, staff.language)), ...window, total };
  }

  /**
   * The application as it is, or as it was at a moment.
   * @throws DomainError APPLICATION_NOT_FOUND, also when there was no such application yet
   */
  async get(staff: StaffCaller, id: string, asOf?: string): Promise<WholeApplication> {
    const current = await this.applications.getAnyApplication(staff.environment, id);
    const at = asOf === undefined ? null : parseInstant(asOf);
    const [history, documents] = await Promise.all([
      this.history.findTransitions(staff.environment, current.id),
      this.documents.findDocuments(staff.environment, current.id, [current.agentCode]),
    ]);
    if (at === null) return { application: current, history, documents: documents ?? [] };
    return {
      application: await this.stateAt(staff, current, at),
      history: history.filter((transition) => transition.at <= at),
      documents: (documents ?? []).filter((document) => document.createdAt <= at),
    };
  }

  async decide(staff: StaffCaller, id: string, dto: DecisionDto): Promise<WholeApplication> {
    const decision = dto.decision as DecisionKind;
    const terms = dto.terms ? toTerms(dto.terms) : null;
    if ((terms !== null) !== (decision === 'approve_with_terms')) throw wrongTerms(terms !== null);
    await this.underwriting.decide(doerOf(staff), id, { decision, messages: (dto.messages ?? []).map(toMessage), terms });
    return this.get(staff, id);
  }

  async answer(staff: StaffCaller, id: string, { accepted, reason }: AcceptanceDto): Promise<WholeApplication> {
    await this.underwriting.answer(doerOf(staff), id, { accepted, reason: reason ?? null });
    return this.get(staff, id);
  }

  private async stateAt(staff: StaffCaller, current: ApplicationRecord, at: Date): Promise<ApplicationRecord> {
    if (at >= current.updatedAt) return current;
    const former = await this.history.findAsOf(staff.environment, current.id, at);
    if (!former) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return former;
  }
}

function doerOf({ environment, name }: StaffCaller): Doer {
  return { environment, actor: 'staff', actorName: name, keyPrefix: null, agentCode: null };
}

function toMessage({ code, severity, path, text }: DecisionMessageDto): RecordMessage {
  return {
    code: code ?? 'UNDERWRITER',
    severity: (severity as Severity | undefined) ?? 'warning',
    path: path ?? 'application',
    text: { el: text, en: text },
  };
}

function toTerms({ loadingPercent, excludedCovers, deductible, note }: TermsDto): Terms {
  return {
    ...(loadingPercent === undefined ? {} : { loadingPercent: String(loadingPercent) }),
    ...(excludedCovers === undefined ? {} : { excludedCovers }),
    ...(deductible === undefined ? {} : { deductible: toAmount(decimal(deductible)) }),
    ...(note === undefined ? {} : { note }),
  };
}

function wrongTerms(areGiven: boolean): DomainError {
  const code = areGiven ? ErrorCode.INVALID : ErrorCode.REQUIRED;
  const text = areGiven
    ? { el: 'Όροι δίνονται μόνο με την απόφαση approve_with_terms.', en: 'Terms go with the decision approve_with_terms only.' }
    : ERROR_TEXTS[ErrorCode.REQUIRED];
  return DomainError.ofFaults([{ path: 'terms', code, text }]);
}
