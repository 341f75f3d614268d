import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { foldName } from '../../../common/fold-name.js';
import { buildPartPattern, buildStartPattern } from '../../../common/like-pattern.js';
import { toNumber } from '../../../common/money.js';
import type { Role } from '../../../identity/user.service.js';
import { getStatusTitle, type Status } from '../../../record/core/applications/status.js';
import type { LineCode } from '../../../record/reference/products/line-table.js';
import { Store } from '../../../store/store.js';
import { ProductionRequestService } from '../../access/accounts/production-request.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { listClientConditions, listContractConditions, type SearchCondition } from './contract-conditions.js';
import type {
  FoundAgentResponse,
  FoundClientResponse,
  FoundContractResponse,
  FoundPaymentResponse,
  FoundUserResponse,
  SearchResponse,
} from './search.dto.js';

const MAX_HITS = 5;
const MAX_SORTED = 500;
const MIN_TEXT = 1;

const SEES_CONTRACTS: readonly Role[] = ['underwriter', 'issuing', 'auditor', 'agent'];
const SEES_CLIENTS: readonly Role[] = ['admin', 'underwriter', 'issuing', 'auditor'];
const SEES_PAYMENTS: readonly Role[] = ['issuing', 'accounting', 'auditor'];
const SEES_AGENTS: readonly Role[] = ['admin', 'underwriter', 'issuing', 'accounting', 'auditor'];
const SEES_USERS: readonly Role[] = ['admin', 'auditor'];

interface ContractRow extends Omit<FoundContractResponse, 'line' | 'status' | 'statusTitle'> {
  readonly line: LineCode;
  readonly status: Status;
}

const buildContractQuery = ({ text }: SearchCondition): string => `
  WITH hit AS MATERIALIZED (
    SELECT a.id FROM application AS a WHERE ${text} AND ($2::text[] IS NULL OR a.agent_code = ANY ($2)) LIMIT ${MAX_SORTED})
  SELECT a.id, a.line, a.application_no AS "applicationNo", a.policy_no AS "policyNo", a.status, a.client_name AS "clientName",
    a.agent_code AS "agentCode"
  FROM hit JOIN application AS a ON a.id = hit.id ORDER BY a.id DESC LIMIT ${MAX_HITS}`;

const buildClientQuery = ({ text }: SearchCondition): string => `
  WITH hit AS MATERIALIZED (SELECT p.id FROM party AS p WHERE ${text} LIMIT ${MAX_SORTED})
  SELECT p.id, p.afm, concat_ws(' ', p.last_name, p.first_name) AS name
  FROM hit JOIN party AS p ON p.id = hit.id ORDER BY p.id DESC LIMIT ${MAX_HITS}`;

const PAYMENTS = `
  SELECT s.id AS "suspenseId", coalesce(b.application_id, s.application_id) AS "applicationId", b.reference, b.amount, b.value_date::text AS "valueDate"
  FROM bank_advice b LEFT JOIN suspense_item s ON s.advice_id = b.id
  WHERE b.reference = $1 AND b.reversed_at IS NULL ORDER BY b.id DESC LIMIT ${MAX_HITS}`;

const AGENTS = `SELECT code, name FROM agent WHERE code LIKE $1 OR fold_name(name) LIKE $2 ORDER BY code LIMIT ${MAX_HITS}`;

const USERS = `SELECT id, name, email FROM app_user WHERE email LIKE $1 OR fold_name(name) LIKE $2 ORDER BY name, id LIMIT ${MAX_HITS}`;

@Injectable()
export class SearchService {
  constructor(
    private readonly store: Store,
    private readonly production: ProductionRequestService,
  ) {}

  async find(staff: StaffCaller, text: string): Promise<SearchResponse> {
    if (text.length < MIN_TEXT) return { contracts: [], clients: [], payments: [], agents: [], users: [] };
    const { role } = staff;
    const [contracts, clients, payments, agents, users] = await Promise.all([
      SEES_CONTRACTS.includes(role) ? this.findContracts(staff, text) : [],
      SEES_CLIENTS.includes(role) ? this.findClients(staff, text) : [],
      SEES_PAYMENTS.includes(role) ? this.findPayments(staff, text) : [],
      SEES_AGENTS.includes(role) ? this.findAgents(staff, text) : [],
      SEES_USERS.includes(role) ? this.findUsers(text) : [],
    ]);
    return { contracts, clients, payments, agents, users };
  }

  private async findContracts(staff: StaffCaller, text: string): Promise<FoundContractResponse[]> {
    const agents = staff.role === 'agent' ? await this.production.listAgents(staff) : null;
    const conditions = listContractConditions(text, Number(toLocalDate(staff.at).slice(0, 'YYYY'.length)));
    const found = await this.store.readAnywhere(staff.environment, async (reader) => {
      const rows: ContractRow[] = [];
      for (const condition of conditions)
        rows.push(...(await reader.queryPlanned<ContractRow>(buildContractQuery(condition), [condition.value, agents])));
      return rows;
    });
    return listNewest(found).map((row) => ({ ...row, statusTitle: getStatusTitle(row.status, row.line)[staff.language] }));
  }

  private async findClients({ environment }: StaffCaller, text: string): Promise<FoundClientResponse[]> {
    const found = await this.store.readAnywhere(environment, async (reader) => {
      const rows: FoundClientResponse[] = [];
      for (const condition of listClientConditions(text))
        rows.push(...(await reader.queryPlanned<FoundClientResponse>(buildClientQuery(condition), [condition.value])));
      return rows;
    });
    return listNewest(found);
  }

  private async findPayments({ environment }: StaffCaller, text: string): Promise<FoundPaymentResponse[]> {
    const rows = await this.store.readAnywhere(environment, (reader) =>
      reader.query<Omit<FoundPaymentResponse, 'amount'> & { readonly amount: string }>(PAYMENTS, [text]),
    );
    return rows.map((row) => ({ ...row, amount: toNumber(row.amount) }));
  }

  private findAgents({ environment }: StaffCaller, text: string): Promise<FoundAgentResponse[]> {
    const values = [buildStartPattern(text), buildPartPattern(foldName(text))];
    return this.store.readAnywhere(environment, (reader) => reader.query<FoundAgentResponse>(AGENTS, values));
  }

  private findUsers(text: string): Promise<FoundUserResponse[]> {
    const values = [buildStartPattern(text.toLowerCase()), buildPartPattern(foldName(text))];
    return this.store.readAnywhere('gateway', (reader) => reader.query<FoundUserResponse>(USERS, values));
  }
}

/** Removes what several conditions found. */
function listNewest<Row extends { readonly id: number }>(found: readonly Row[]): Row[] {
  const byId = new Map(found.map((row) => [row.id, row]));
  return [...byId.values()].sort((one, other) => other.id - one.id).slice(0, MAX_HITS);
}
