import { Injectable } from '@nestjs/common';
import { addDays, addMonths, toLocalDate, toLocalDateTime } from '../../common/athens.js';
import { AgentClocks } from '../../store/agent-clocks.js';
import { Store } from '../../store/store.js';
import type { OverviewPart } from '../../record/overview/overview-shares.js';
import { OverviewRepository, type OverviewWindow } from '../../record/overview/overview.repository.js';
import type { StaffCaller } from '../access/staff-caller.js';
import type { AccessOverviewResponse, OverviewQueryDto, OverviewResponse } from './overview.dto.js';
import { toIssuing, toUnderwriting } from './overview.mapper.js';

const MONTHS_BEFORE = 12;
const DAYS_AHEAD = 30;

const UNDERWRITING: readonly OverviewPart[] = ['status', 'referral', 'premium'];
const ISSUING: readonly OverviewPart[] = ['suspense', 'refund', 'message', 'request', 'instalment', 'renewal'];

/** Of the gateway's tables, which no application makes larger. $1: now. */
const ACCESS = `
  SELECT (SELECT count(*) FROM signup WHERE verified_at IS NULL AND token_hash IS NOT NULL AND expires_at > $1) AS "signupsUnconfirmed",
    (SELECT count(*) FROM signup s JOIN api_key k ON k.id = s.api_key_id
      WHERE k.status = 'active' AND 'production' = ANY (s.environments) AND NOT EXISTS (
        SELECT FROM api_key o WHERE o.program_id = k.program_id AND 'production' = ANY (o.environments))) AS "productionRequested",
    (SELECT count(*) FROM app_user WHERE status = 'active' AND password_hash IS NULL) AS "invitationsOpen"`;

/** What waits for whoever asks, from figures that are kept beside the record (backoffice.35). */
@Injectable()
export class OverviewService {
  constructor(
    private readonly store: Store,
    private readonly overview: OverviewRepository,
    private readonly agentClocks: AgentClocks,
  ) {}

  async get(staff: StaffCaller, { agentCode = null }: Partial<Record<keyof OverviewQueryDto, string | null>>): Promise<OverviewResponse> {
    const { environment, language, role } = staff;
    const seesUnderwriting = role === 'underwriter' || role === 'admin';
    const seesIssuing = role === 'issuing' || role === 'admin';
    const parts = [...(seesUnderwriting ? UNDERWRITING : []), ...(seesIssuing ? ISSUING : [])];
    const { at } = agentCode === null ? staff : await this.agentClocks.dated(staff, agentCode);
    const window = windowAt(at);
    const { asOf, figures } = await this.overview.find(environment, agentCode, parts, window);
    return {
      asOf: asOf && toLocalDateTime(asOf),
      agentCode,
      underwriting: seesUnderwriting ? toUnderwriting(figures, language) : null,
      issuing: seesIssuing ? toIssuing(figures, window.today) : null,
      access: role === 'admin' && agentCode === null ? await this.findAccess(staff.at) : null,
    };
  }

  private async findAccess(now: Date): Promise<AccessOverviewResponse> {
    const [row] = await this.store.query<AccessOverviewResponse>('gateway', ACCESS, [now]);
    if (row === undefined) throw new Error('A SELECT without FROM gave no row.');
    return row;
  }
}

function windowAt(at: Date): OverviewWindow {
  const today = toLocalDate(at);
  const month = (date: string): string => date.slice(0, 'YYYY-MM'.length);
  return { firstMonth: month(addMonths(today, -MONTHS_BEFORE)), lastMonth: month(today), today, lastDay: addDays(today, DAYS_AHEAD) };
}
