import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { toNumber, type Amount } from '../../../common/money.js';
import { Store } from '../../../store/store.js';
import { findPage, mapPage } from '../../common/page.js';
import type {
  ClientClaimResponse,
  ClientClaimsResponse,
  ClientRefundResponse,
  ClientRefundsResponse,
  ClientRequestResponse,
  ClientRequestsResponse,
} from './client.dto.js';

/** Keeps the page to one screen of each list; `total` counts the rest. */
const LATEST = { limit: 50 };
/** Limits the texts that are searched, because a request names no client. */
const SEARCHED_PER_AGENT = 200;
const SEARCHED_NUMBERS = 100;

const CLAIMS = `
  SELECT c.claim_no AS id, c.claim_no AS "claimNo", c.date, c.at_fault AS "atFault", c.reserved, c.paid, a.id AS "applicationId",
    a.policy_no AS "policyNo"
  FROM application a JOIN claim c ON c.application_id = a.id WHERE a.client_afm = $1`;

const REFUNDS = `
  SELECT r.id, r.kind, r.status, r.amount, r.owed_since AS "owedSince", a.id AS "applicationId", a.policy_no AS "policyNo",
    p.batch_id AS "batchId"
  FROM application a JOIN refund r ON r.application_id = a.id LEFT JOIN payout p ON p.id = r.payout_id WHERE a.client_afm = $1`;

const REQUESTS = `
  SELECT r.id, r.number AS "serviceRequestId", r.category, r.subject, r.status, r.agent_code AS "agentCode", r.created_at AS "createdAt"
  FROM (SELECT DISTINCT agent_code FROM application WHERE client_afm = $1) AS a
  CROSS JOIN LATERAL (
    SELECT * FROM service_request s WHERE s.agent_code = a.agent_code ORDER BY s.id DESC LIMIT ${SEARCHED_PER_AGENT}) AS r
  WHERE concat_ws(' ', r.subject, r.body) LIKE ANY (ARRAY(
    SELECT '%' || number || '%' FROM (
      SELECT application_no, policy_no FROM application WHERE client_afm = $1 ORDER BY id DESC LIMIT ${SEARCHED_NUMBERS}) AS n
    CROSS JOIN LATERAL unnest(ARRAY[$1, n.application_no, n.policy_no]) AS number WHERE number IS NOT NULL))`;

interface ClaimRow extends Omit<ClientClaimResponse, 'reserved' | 'paid'> {
  readonly id: string;
  readonly reserved: Amount;
  readonly paid: Amount;
}

interface RefundRow extends Omit<ClientRefundResponse, 'amount' | 'owedSince'> {
  readonly amount: Amount;
  readonly owedSince: Date;
}

interface RequestRow extends Omit<ClientRequestResponse, 'createdAt'> {
  readonly id: number;
  readonly createdAt: Date;
}

/** Finds what belongs to the applications whose client has an AFM. */
@Injectable()
export class ClientRepository {
  constructor(private readonly store: Store) {}

  async findClaims(environment: Environment, afm: string): Promise<ClientClaimsResponse> {
    const list = { select: CLAIMS, order: 'date DESC, id', values: [afm] };
    const page = await findPage<ClaimRow>(this.store, environment, list, LATEST);
    return mapPage(page, ({ id: _, reserved, paid, ...claim }) => ({ ...claim, reserved: toNumber(reserved), paid: toNumber(paid) }));
  }

  async findRefunds(environment: Environment, afm: string): Promise<ClientRefundsResponse> {
    const page = await findPage<RefundRow>(this.store, environment, { select: REFUNDS, order: 'id DESC', values: [afm] }, LATEST);
    return mapPage(page, ({ amount, owedSince, ...refund }) => ({
      ...refund,
      amount: toNumber(amount),
      owedSince: toLocalDateTime(owedSince),
    }));
  }

  async findServiceRequests(environment: Environment, afm: string): Promise<ClientRequestsResponse> {
    const page = await findPage<RequestRow>(this.store, environment, { select: REQUESTS, order: 'id DESC', values: [afm] }, LATEST);
    return mapPage(page, ({ id: _, createdAt, ...request }) => ({ ...request, createdAt: toLocalDateTime(createdAt) }));
  }
}
