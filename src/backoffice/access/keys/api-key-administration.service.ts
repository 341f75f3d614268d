import { Injectable } from '@nestjs/common';
import { In, type FindOptionsWhere } from 'typeorm';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { ApiKeyRegistry, type KeyTerms, type StoredTerms } from '../../../identity/api-key-registry.js';
import type { ServiceName } from '../../../identity/service-name.js';
import { ApiKeyEntity, ProgramEntity } from '../../../store/entities/program.entity.js';
import { SignupEntity } from '../../../store/entities/signup.entity.js';
import { toGatewayWriter, Store, type Transaction } from '../../../store/store.js';
import { buildInvalidField, buildNotFound } from '../../common/errors.js';
import { assertShown } from '../../common/expected-state.js';
import { findEntities, omitUndefined, mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, findChangedFields } from '../audit/audit.service.js';
import type {
  ApiKeyChangeRequest,
  ApiKeyListResponse,
  ApiKeyQueryDto,
  ApiKeyResponse,
  IssuedApiKeyResponse,
  NewApiKeyRequest,
} from './api-keys.dto.js';
import { DEFAULT_TERMS } from './key-checks.js';

const NO_PROGRAM = { el: 'Άγνωστο πρόγραμμα.', en: 'Unknown program.' };
const OF_CONSOLE = {
  el: 'Για το πρόγραμμα της κονσόλας δεν εκδίδονται κλειδιά.',
  en: 'The program of a console has no key for other programs.',
};
const NOT_CURRENT = {
  el: 'Αντικαθίσταται μόνο ενεργό κλειδί που δεν έχει ήδη αντικατασταθεί.',
  en: 'Only an active key that has not been rotated can be rotated.',
};

@Injectable()
export class ApiKeyAdministrationService {
  constructor(
    private readonly store: Store,
    private readonly registry: ApiKeyRegistry,
    private readonly audit: AuditService,
  ) {}

  async find(caller: StaffCaller, query: ApiKeyQueryDto): Promise<ApiKeyListResponse> {
    const { programId, status, prefix } = query;
    const where = { ...omitUndefined({ programId, status, prefix }), ...buildVisibleCondition(caller) };
    const options = { where, order: { id: 'DESC' }, relations: { program: true } } as const;
    const page = await findEntities(this.store, 'gateway', ApiKeyEntity, options, query);
    const apiKeyId = In(page.items.map(({ id }) => id));
    const signups = await this.store.readAnywhere('gateway', ({ manager }) => manager.findBy(SignupEntity, { apiKeyId }));
    const byKey = new Map(signups.map((signup) => [signup.apiKeyId, signup]));
    return mapPage(page, (key) => toDto(key, byKey.get(key.id)));
  }

  get(caller: StaffCaller, id: number): Promise<ApiKeyResponse> {
    return this.store.read(toGatewayWriter(caller), async (manager) => {
      const [key] = await manager.find(ApiKeyEntity, { where: { id, ...buildVisibleCondition(caller) }, relations: { program: true } });
      if (key === undefined) throw buildNotFound();
      return toDto(key, await manager.findOneBy(SignupEntity, { apiKeyId: id }));
    });
  }

  async create(caller: StaffCaller, body: NewApiKeyRequest): Promise<IssuedApiKeyResponse> {
    const { name, services, environments } = body;
    const terms: KeyTerms = { ...DEFAULT_TERMS, name, services, environments, ...removeRepeats(body) };
    const { id, apiKey } = await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const programId = body.programId ?? (await this.createProgram(tx, caller, name));
      await assertProgram(tx, programId);
      const key = await this.registry.createKey(tx, programId, terms);
      const details = { programId, ...terms };
      await this.audit.record(tx, toAuditActor(caller), { action: 'create', subject: 'api_key', id: key.id, details });
      return key;
    });
    return { ...(await this.get(caller, id)), apiKey };
  }

  async change(caller: StaffCaller, id: number, body: ApiKeyChangeRequest): Promise<ApiKeyResponse> {
    const changed = removeRepeats(body);
    await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const key = await lock(tx, caller, id);
      await assertShownKey(tx, caller, key);
      const changes = findChangedFields<Partial<StoredTerms>>(key, changed);
      if (changes === null) return;
      await this.registry.changeKey(tx, id, changed);
      await this.audit.record(tx, toAuditActor(caller), { action: 'change', subject: 'api_key', id, details: { changes } });
    });
    return this.get(caller, id);
  }

  /** Creates a key on the same terms; the old one stays valid for the overlap. Of two rotations at once, one wins. */
  async rotate(caller: StaffCaller, id: number, overlapHours: number): Promise<IssuedApiKeyResponse> {
    const issued = await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const key = await lock(tx, caller, id);
      if (key.program.consoleUserId !== null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: OF_CONSOLE });
      if (key.status !== 'active' || key.expiresAt !== null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_CURRENT });
      await assertShownKey(tx, caller, key);
      const next = await this.registry.rotateKey(tx, id, overlapHours);
      if (next === undefined) throw buildNotFound();
      const details = { newKeyId: next.id, overlapHours };
      await this.audit.record(tx, toAuditActor(caller), { action: 'rotate', subject: 'api_key', id, details });
      return next;
    });
    return { ...(await this.get(caller, issued.id)), apiKey: issued.apiKey };
  }

  private async createProgram(tx: Transaction, caller: StaffCaller, name: string): Promise<number> {
    const program = { name, owner: caller.email };
    const id = await this.registry.createProgram(tx, program);
    await this.audit.record(tx, toAuditActor(caller), { action: 'create', subject: 'program', id, details: program });
    return id;
  }
}

async function lock(tx: Transaction, caller: StaffCaller, id: number): Promise<ApiKeyEntity> {
  const where = { id, ...buildVisibleCondition(caller) };
  const lock = { mode: 'pessimistic_write' as const, tables: ['api_key'] };
  const [key] = await tx.manager.find(ApiKeyEntity, { where, relations: { program: true }, lock });
  if (key === undefined) throw buildNotFound();
  return key;
}

/** Administrators and auditors see all keys; an agent's user sees those of the program that it signed up. */
function buildVisibleCondition({ role, userId }: StaffCaller): FindOptionsWhere<ApiKeyEntity> {
  return role === 'agent' ? { program: { userId } } : {};
}

async function assertShownKey({ manager }: Transaction, caller: StaffCaller, key: ApiKeyEntity): Promise<void> {
  const signup = await manager.findOneBy(SignupEntity, { apiKeyId: key.id });
  assertShown(caller, () => toDto(key, signup));
}

async function assertProgram(tx: Transaction, id: number): Promise<void> {
  const program = await tx.manager.findOne(ProgramEntity, { where: { id }, lock: { mode: 'pessimistic_read' } });
  if (program === null) throw buildInvalidField('programId', NO_PROGRAM, ErrorCode.UNKNOWN_CODE);
  if (program.consoleUserId !== null) throw buildInvalidField('programId', OF_CONSOLE);
}

function removeRepeats(body: ApiKeyChangeRequest): Partial<KeyTerms> {
  const { name, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates } = body;
  const lists = { services: unique(services), environments: unique(environments), ipAddresses: unique(ipAddresses) };
  return omitUndefined({ name, status, ...lists, ratePerHour, ratePerDay, serviceRates });
}

function unique<T>(items: readonly T[] | undefined): readonly T[] | undefined {
  return items && [...new Set(items)];
}

function toDto(key: ApiKeyEntity, signup: SignupEntity | null | undefined): ApiKeyResponse {
  const { id, programId, program, name, prefix, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates } = key;
  return {
    id,
    programId,
    programName: program.name,
    name,
    prefix,
    status,
    services: services as ServiceName[],
    environments: [...environments],
    ipAddresses: [...ipAddresses],
    ratePerHour,
    ratePerDay,
    serviceRates,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    updatedAt: key.updatedAt.toISOString(),
    signup: signup ? signupOf(signup) : null,
  };
}

function signupOf({ name, email, environments, verifiedAt }: SignupEntity): ApiKeyResponse['signup'] {
  return { name, email, environments: [...environments], verifiedAt: verifiedAt?.toISOString() ?? null };
}
