import { Injectable } from '@nestjs/common';
import { toLocalDateTime, type LocalDate } from '../../../common/athens.js';
import { toNumber, type Amount } from '../../../common/money.js';
import { getAmendmentTitle } from '../../../record/core/amendments/amendment-states.js';
import { KIND_TITLES, type AmendmentKind } from '../../../record/core/amendments/amendment.js';
import type { RecordMessage } from '../../../record/core/applications/application.js';
import { listStatusesIn } from '../../../record/core/applications/status-list.js';
import { formatStatusList, Status } from '../../../record/core/applications/status.js';
import { getLineRow, type LineCode } from '../../../record/reference/products/line-table.js';
import { Store } from '../../../store/store.js';
import { findPage, mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { AmendmentQueueQuery, AmendmentQueueResponse, QueuedAmendmentResponse } from './amendment-queue.dto.js';

interface Row extends Pick<
  QueuedAmendmentResponse,
  'applicationId' | 'amendmentNo' | 'policyNo' | 'clientName' | 'agentCode' | 'agentName'
> {
  readonly id: number;
  readonly line: LineCode;
  readonly kind: AmendmentKind;
  readonly status: Status;
  readonly effectiveDate: LocalDate;
  readonly gross: Amount;
  readonly updatedAt: Date;
  readonly messages: readonly RecordMessage[];
}

const COLUMNS = `m.id, m.application_id AS "applicationId", m.amendment_no AS "amendmentNo", m.agent_code AS "agentCode", m.kind, m.status,
  m.effective_date AS "effectiveDate", coalesce(m.outcome -> 'due' ->> 'gross', '0.00') AS gross, m.messages, m.updated_at AS "updatedAt",
  a.policy_no AS "policyNo", a.line, a.client_name AS "clientName", coalesce(g.name, m.agent_code) AS "agentName"`;
const TABLES = 'amendment m JOIN application a ON a.id = m.application_id LEFT JOIN agent g ON g.code = m.agent_code';

@Injectable()
export class AmendmentQueueService {
  constructor(private readonly store: Store) {}

  async list({ environment, language }: StaffCaller, query: AmendmentQueueQuery): Promise<AmendmentQueueResponse> {
    const statuses = listStatusesIn(query.status ?? Status.UNDER_REVIEW);
    const conditions = [
      `m.status IN (${formatStatusList(statuses)})`,
      '($1::text IS NULL OR a.line = $1)',
      '($2::text IS NULL OR m.agent_code = $2)',
    ];
    const select = `SELECT ${COLUMNS} FROM ${TABLES} WHERE ${conditions.join(' AND ')}`;
    const values = [query.line ?? null, query.agent ?? null];
    const page = await findPage<Row>(this.store, environment, { select, order: '"updatedAt", id', values }, query);
    return mapPage(page, ({ id: _, updatedAt, messages, ...row }) => ({
      ...row,
      lineTitle: getLineRow(row.line).title[language],
      kindTitle: KIND_TITLES[row.kind][language],
      statusTitle: getAmendmentTitle(row.status)[language],
      gross: toNumber(row.gross),
      waitingSince: toLocalDateTime(updatedAt),
      reasons: messages.filter(({ severity }) => severity === 'referral').map(({ code, text }) => ({ code, text: text[language] })),
    }));
  }
}
