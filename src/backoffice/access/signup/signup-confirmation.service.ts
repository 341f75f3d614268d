import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { ApiKeyRegistry } from '../../../identity/api-key-registry.js';
import { hashSecret, isSecret } from '../../../identity/secret.js';
import { SERVICE_NAMES } from '../../../identity/service-name.js';
import { UserKeyService } from '../../../identity/user-key.service.js';
import { UserService } from '../../../identity/user.service.js';
import { TEST_CODE_PREFIX } from '../../../record/money/agents/agent.js';
import { AgentService } from '../../../record/money/agents/agent.service.js';
import { AgentEntity } from '../../../store/entities/agent.entity.js';
import { SignupEntity } from '../../../store/entities/signup.entity.js';
import { isUniqueViolation, Store, type Transaction } from '../../../store/store.js';
import { lockTurn } from '../../../store/turn.js';
import { buildInvalidField } from '../../common/errors.js';
import type { Visitor } from '../../common/staff-caller.js';
import { AuditService, toVisitingActor } from '../audit/audit.service.js';
import { DEFAULT_TERMS } from '../keys/key-checks.js';
import { buildFirstCalls } from './first-calls.js';
import type { SandboxAccessResponse, SignupLinkResponse } from './signup.dto.js';

const BAD_TOKEN = {
  el: 'Ο σύνδεσμος δεν ισχύει, έληξε ή χρησιμοποιήθηκε. Εγγραφείτε ξανά.',
  en: 'The link is not valid, has expired or was used. Sign up again.',
};
const COMMISSION_TYPE = 'AGENCY';
/** High enough for every test; an agent's reset restores it. */
const CREDIT_LIMIT = '1000000.00';

type Secrets = Pick<SandboxAccessResponse, 'apiKey' | 'userKey'>;

@Injectable()
export class SignupConfirmationService {
  constructor(
    private readonly store: Store,
    private readonly registry: ApiKeyRegistry,
    private readonly users: UserService,
    private readonly userKeys: UserKeyService,
    private readonly agents: AgentService,
    private readonly audit: AuditService,
  ) {}

  async find({ at }: Visitor, token: string): Promise<SignupLinkResponse> {
    const signup = await this.store.read('gateway', (manager) => findOpen(manager, token, at));
    if (signup === null) throw buildInvalidField('token', BAD_TOKEN);
    const { email, programName, expiresAt } = signup;
    return { email, programName, verifyBefore: expiresAt.toISOString() };
  }

  async confirm(visitor: Visitor, token: string): Promise<SandboxAccessResponse> {
    const signup = await this.store.read('gateway', (manager) => findOpen(manager, token, visitor.at));
    if (signup === null) throw buildInvalidField('token', BAD_TOKEN);
    const agentCode = buildAgentCode(signup);
    await this.createAgent(visitor, signup, agentCode);
    const secrets = await this.createAccess(visitor, token, agentCode);
    const access = { ...secrets, agentCode, ...buildAddresses(visitor) };
    return { ...access, firstCalls: buildFirstCalls(access) };
  }

  private async createAgent(visitor: Visitor, { email, programName: name }: SignupEntity, code: string): Promise<void> {
    await this.store.transaction('sandbox', async (tx) => {
      await lockTurn(tx, `agent ${code}`);
      if (await tx.manager.existsBy(AgentEntity, { code, type: 'test' })) return;
      const agent = { code, name, type: 'test', creditLimit: CREDIT_LIMIT, commissionType: COMMISSION_TYPE } as const;
      await this.agents.insert(tx, agent, visitor.at);
      const event = { action: 'create', subject: 'agent', id: code, environment: 'sandbox', details: agent } as const;
      await this.audit.record(tx, toVisitingActor(visitor, email), event);
    });
  }

  private async createAccess(visitor: Visitor, token: string, agentCode: string): Promise<Secrets> {
    try {
      return await this.store.transaction('gateway', async (tx) => {
        const signup = await findOpen(tx.manager, token, visitor.at, 'pessimistic_write');
        if (signup === null) throw buildInvalidField('token', BAD_TOKEN);
        return this.createAccessIn(tx, visitor, signup, agentCode);
      });
    } catch (error) {
      // Another sign-up of this address was confirmed meanwhile.
      if (isUniqueViolation(error, 'app_user_email_key')) throw buildInvalidField('token', BAD_TOKEN);
      throw error;
    }
  }

  private async createAccessIn(tx: Transaction, visitor: Visitor, signup: SignupEntity, agentCode: string): Promise<Secrets> {
    const { id, email, name, programName } = signup;
    const userId = await this.users.create(tx, { email, name, role: 'agent', agentCode, delegates: [], sandboxOnly: true });
    const programId = await this.registry.createProgram(tx, { name: programName, owner: email, userId });
    const grants = { services: SERVICE_NAMES, environments: ['sandbox' as const], expiresAt: this.registry.getDefaultExpiry() };
    const terms = { ...DEFAULT_TERMS, name: programName, ...grants };
    const { id: apiKeyId, apiKey } = await this.registry.createKey(tx, programId, terms);
    const { userKey } = await this.userKeys.create(tx, userId, programId);
    const verified = { tokenHash: null, verifiedAt: visitor.at, lastCallAt: visitor.at, apiKeyId };
    await tx.manager.update(SignupEntity, { id }, verified);
    const details = { agentCode, userId, programId, apiKeyId };
    await this.audit.record(tx, toVisitingActor(visitor, email), { action: 'verify', subject: 'signup', id, details });
    return { apiKey, userKey };
  }
}

export function buildAgentCode({ id }: Pick<SignupEntity, 'id'>): string {
  return `${TEST_CODE_PREFIX}${id}`;
}

function findOpen(manager: EntityManager, token: string, at: Date, lock?: 'pessimistic_write'): Promise<SignupEntity | null> {
  const where = { tokenHash: hashSecret(token), expiresAt: MoreThan(at) };
  return isSecret(token) ? manager.findOne(SignupEntity, { where, ...(lock && { lock: { mode: lock } }) }) : Promise.resolve(null);
}

function buildAddresses({ environment, root }: Visitor): Omit<SandboxAccessResponse, keyof Secrets | 'agentCode' | 'firstCalls'> {
  const base = environment === 'sandbox' ? root.slice(0, -'/dev'.length) : root;
  const sandboxUrl = `${base}/dev`;
  return { sandboxUrl, tokensUrl: `${sandboxUrl}/auth-api/resources/tokens`, documentationUrl: `${base}/docs` };
}
