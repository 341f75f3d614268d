import { Injectable } from '@nestjs/common';
import { Store } from '../../../store/store.js';
import { findPage, mapPage } from '../../common/page.js';
import { pageWindowOf } from '../../common/page.dto.js';
import type { DelegationPageResponse, DelegationQuery } from './delegations.dto.js';

/** $1 part of name or address, $2 the user's agent, $3 the agent acted for. */
const SELECT = `
  SELECT d.user_id || ' ' || d.agent_code AS id, u.id AS "userId", u.name AS "userName", u.email, u.agent_code AS "agentCode",
    d.agent_code AS "delegateCode", d.created_at AS since
  FROM delegation d JOIN app_user u ON u.id = d.user_id
  WHERE ($1::text IS NULL OR position(fold_name($1) IN fold_name(u.name)) > 0 OR position(lower($1) IN u.email) > 0)
    AND ($2::text IS NULL OR u.agent_code = $2) AND ($3::text IS NULL OR d.agent_code = $3)`;
const LATEST_FIRST = 'since DESC NULLS LAST, "userId", "delegateCode"';

interface Row {
  readonly userId: number;
  readonly userName: string;
  readonly email: string;
  readonly agentCode: string | null;
  readonly delegateCode: string;
  readonly since: Date | null;
}

/** Which users may act for which agents besides their own. */
@Injectable()
export class DelegationSearchRepository {
  constructor(private readonly store: Store) {}

  async find(query: DelegationQuery): Promise<DelegationPageResponse> {
    const { text = null, agentCode = null, delegateCode = null } = query;
    const list = { select: SELECT, order: LATEST_FIRST, values: [text, agentCode, delegateCode] };
    return mapPage(
      await findPage<Row>(this.store, 'gateway', list, pageWindowOf(query)),
      ({ userId, userName, email, since, ...codes }) => {
        return {
          userId,
          userName,
          email,
          agentCode: codes.agentCode,
          delegateCode: codes.delegateCode,
          since: since && since.toISOString(),
        };
      },
    );
  }
}
