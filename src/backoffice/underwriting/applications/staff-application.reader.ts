import { Injectable } from '@nestjs/common';
import { parseInstant, parseLocalDate, type LocalDate } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { normalizePlate } from '../../../common/plate.js';
import { toWindow } from '../../../common/validation/page-query.dto.js';
import type { ApplicationRecord } from '../../../record/core/applications/application.js';
import { CancellationRepository } from '../../../record/contract/cancellation/cancellation.repository.js';
import { Status } from '../../../record/core/applications/status.js';
import { ApplicationHistoryRepository } from '../../../record/core/applications/application-history.repository.js';
import { ApplicationService } from '../../../record/core/applications/application.service.js';
import { listStatusesIn } from '../../../record/core/applications/status-list.js';
import { DocumentRepository } from '../../../record/core/documents/document.repository.js';
import type { LineCode } from '../../../record/reference/products/line-table.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { mapPage, toPage } from '../../common/page.js';
import {
  ApplicationListRepository,
  isSortable,
  QUEUE_STATUSES,
  type ApplicationListFilter,
  type ApplicationSort,
  type ListCondition,
} from './application-list.repository.js';
import { ApplicationWorkRepository } from './application-work.repository.js';
import type { StaffApplicationsQuery } from './staff-application-input.dto.js';
import type { StaffApplicationPageResponse } from './staff-application.dto.js';
import { toRow, type WholeApplication } from './staff-application.mapper.js';

@Injectable()
export class StaffApplicationReader {
  constructor(
    private readonly applications: ApplicationService,
    private readonly history: ApplicationHistoryRepository,
    private readonly documents: DocumentRepository,
    private readonly lists: ApplicationListRepository,
    private readonly work: ApplicationWorkRepository,
    private readonly cancellations: CancellationRepository,
  ) {}

  async list(staff: StaffCaller, query: StaffApplicationsQuery, condition?: ListCondition): Promise<StaffApplicationPageResponse> {
    const window = toWindow(query);
    const page = await this.lists.find(staff.environment, { ...getFilter(query, staff), condition }, window);
    return mapPage(toPage(page, window), (item) => toRow(item, staff.language));
  }

  async get(staff: StaffCaller, id: string, asOf?: string): Promise<WholeApplication> {
    const current = await this.applications.getAnyApplication(staff, id);
    const at = asOf === undefined ? null : parseInstant(asOf);
    const [history, documents, work, cancellation, scheduled] = await Promise.all([
      this.history.findTransitions(staff, current.id),
      this.documents.findDocuments(staff, current.id, [current.agentCode]),
      this.work.find(staff, current),
      current.status === Status.CANCELLED_MID_TERM ? this.cancellations.find(staff, current.id) : null,
      current.cancelsOn === null ? null : this.cancellations.findScheduled(staff, current.id),
    ]);
    if (at === null) return { application: current, cancellation, scheduled, history, documents: documents ?? [], work, isNow: true };
    return {
      application: await this.stateAt(staff, current, at),
      cancellation: cancellation && cancellation.cancelledAt <= at ? cancellation : null,
      scheduled: scheduled && scheduled.scheduledAt <= at ? scheduled : null,
      history: history.filter((transition) => transition.at <= at),
      documents: (documents ?? []).filter((document) => document.createdAt <= at),
      isNow: false,
      // Only the audit record knows the assignee at that time.
      work: { ...work, assignee: null, paymentCode: null, notes: work.notes.filter(({ createdAt }) => createdAt <= at) },
    };
  }

  private async stateAt(staff: StaffCaller, current: ApplicationRecord, at: Date): Promise<ApplicationRecord> {
    if (at >= current.updatedAt) return current;
    const previous = await this.history.findAsOf(staff.environment, current.id, at);
    if (!previous) throw new DomainError(ErrorCode.APPLICATION_NOT_FOUND);
    return previous;
  }
}

function getFilter(query: StaffApplicationsQuery, { userId }: StaffCaller): ApplicationListFilter {
  const { agent: agentCode, plateNo, assignee, premiumFrom, premiumTo } = query;
  const statuses = query.status ? listStatusesIn(query.status) : undefined;
  const sort = query.sort as ApplicationSort | undefined;
  const filter: ApplicationListFilter = {
    statuses,
    line: query.line as LineCode | undefined,
    agentCode,
    sort,
    premiumFrom,
    premiumTo,
    from: findInstant(query.from),
    to: findInstant(query.to),
    waitingSinceFrom: findInstant(query.waitingSinceFrom),
    waitingSinceTo: findInstant(query.waitingSinceTo),
    startFrom: findDate(query.startFrom),
    startTo: findDate(query.startTo),
    endFrom: findDate(query.endFrom),
    endTo: findDate(query.endTo),
    number: query.number?.trim(),
    applicationNo: query.applicationNo?.trim(),
    policyNo: query.policyNo?.trim(),
    clientName: query.name?.trim(),
    clientAfm: query.afm?.trim(),
    reason: query.reason?.trim(),
    plateNo: plateNo === undefined ? undefined : normalizePlate(plateNo),
    assignee: assignee === undefined ? undefined : assignee === 'none' ? assignee : assignee === 'me' ? userId : Number(assignee),
  };
  if (!isSortable(filter)) throw buildInvalidField('sort', SORTS_QUEUES, ErrorCode.BAD_QUERY);
  return filter;
}

const SORTS_QUEUES = {
  el: `Ταξινομεί μόνο τις καταστάσεις ${[...QUEUE_STATUSES].join(', ')} (status).`,
  en: `This key sorts only the statuses ${[...QUEUE_STATUSES].join(', ')} (status).`,
};

function findDate(text: string | undefined): LocalDate | undefined {
  return text === undefined ? undefined : (parseLocalDate(text) ?? undefined);
}

function findInstant(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : (parseInstant(text) ?? undefined);
}
