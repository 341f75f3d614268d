import { Injectable } from '@nestjs/common';
import type { Language } from '../../../common/language.js';
import { type Amount, toNumberOrNull } from '../../../common/money.js';
import { getStatusTitle, type Status } from '../../../record/core/applications/status.js';
import type { LineCode } from '../../../record/reference/products/line-table.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { QuestionnaireDecoder } from '../../../record/core/lines/questionnaire-decoder.js';
import { findPage } from '../../common/page.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import { StaffPartyService } from './staff-party.service.js';
import type { PartyApplicationResponse, PartyApplicationsResponse } from './staff-party.dto.js';

const NAMING = `
  SELECT id FROM application WHERE client_afm = $1
  UNION ALL SELECT id FROM application WHERE other_afms(questionnaire, client_afm) @> ARRAY[$1::text]`;

const FIND = `
  SELECT id, line, application_no AS "applicationNo", policy_no AS "policyNo", status, agent_code AS "agentCode", client_name AS "clientName",
    start_date AS "startDate", end_date AS "endDate", gross, plate_no AS "plateNo", questionnaire
  FROM application WHERE id = ANY ($1::bigint[])`;

type Row = Omit<PartyApplicationResponse, 'statusTitle' | 'roles' | 'gross' | 'line' | 'status'> & {
  readonly line: LineCode;
  readonly status: Status;
  readonly gross: Amount | null;
  readonly questionnaire: object;
};

@Injectable()
export class PartyApplicationsService {
  constructor(
    private readonly store: Store,
    private readonly parties: StaffPartyService,
    private readonly decoder: QuestionnaireDecoder,
  ) {}

  async list(staff: StaffCaller, id: number, query: PageQueryDto): Promise<PartyApplicationsResponse> {
    return this.listOf(staff, await this.parties.getAfm(staff, id), query);
  }

  async listOf({ environment, language }: StaffCaller, afm: string, query: PageQueryDto): Promise<PartyApplicationsResponse> {
    const page = await findPage<{ id: number }>(this.store, environment, { select: NAMING, order: 'id DESC', values: [afm] }, query);
    const rows = await this.store.readAnywhere(environment, (reader) => reader.query<Row>(FIND, [page.items.map(({ id }) => id)]));
    const found = new Map(rows.map((row) => [row.id, row]));
    // A reset may delete applications meanwhile (sandbox.24).
    const items = page.items.flatMap(({ id }) => {
      const row = found.get(id);
      return row === undefined ? [] : [this.toResponse(row, afm, language)];
    });
    return { ...page, items };
  }

  private toResponse({ questionnaire, gross, status, ...row }: Row, afm: string, language: Language): PartyApplicationResponse {
    const roles = this.decoder.listRoles(row.line, questionnaire, afm).map(({ role, title }) => ({ role, title: title[language] }));
    return { ...row, status, statusTitle: getStatusTitle(status, row.line)[language], gross: toNumberOrNull(gross), roles };
  }
}
