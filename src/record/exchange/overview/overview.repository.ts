import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import type { Amount } from '../../../common/money.js';
import { Store } from '../../../store/store.js';
import type { OverviewPart } from './overview-shares.js';

export interface OverviewFigure {
  readonly part: OverviewPart;
  /** Status, day, month, age or kind, depending on the part (overview-shares.ts). */
  readonly key: string;
  readonly line: string;
  readonly count: number;
  readonly gross: Amount;
  readonly net: Amount;
  readonly oldest: Date | null;
}

export interface OverviewWindow {
  readonly firstMonth: string;
  readonly lastMonth: string;
  readonly today: LocalDate;
  readonly lastDay: LocalDate;
}

type OverviewRow = { readonly asOf: Date | null } & (OverviewFigure | { readonly part: null });

export interface Overview {
  readonly asOf: Date | null;
  readonly figures: readonly OverviewFigure[];
}

const FIND = `
  SELECT p.as_of AS "asOf", t.part, t.key, t.line, t.count, t.gross, t.net, t.oldest
  FROM overview_progress p LEFT JOIN overview_total t ON t.agent_code = $1 AND t.part = ANY ($2) AND CASE t.part
    WHEN 'premium' THEN t.key BETWEEN $3 AND $4 WHEN 'renewal' THEN t.key BETWEEN $5 AND $6 WHEN 'instalment' THEN t.key <= $6 ELSE true END
  ORDER BY t.part, t.key, t.line`;
const AGE = `SELECT extract(epoch FROM clock_timestamp() - as_of)::float8 AS seconds FROM overview_progress`;

@Injectable()
export class OverviewRepository {
  constructor(private readonly store: Store) {}

  async find(
    environment: Environment,
    agentCode: string | null,
    parts: readonly OverviewPart[],
    { firstMonth, lastMonth, today, lastDay }: OverviewWindow,
  ): Promise<Overview> {
    const values = [agentCode ?? '', parts, firstMonth, lastMonth, today, lastDay];
    const rows = await this.store.readAnywhere(environment, (reader) => reader.query<OverviewRow>(FIND, values));
    return { asOf: rows[0]?.asOf ?? null, figures: rows.filter((row): row is OverviewRow & OverviewFigure => row.part !== null) };
  }

  async ageSeconds(environment: Environment): Promise<number> {
    const [row] = await this.store.query<{ seconds: number | null }>(environment, AGE);
    return row?.seconds ?? NaN;
  }
}
