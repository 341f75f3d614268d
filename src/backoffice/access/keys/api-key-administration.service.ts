import { Injectable } from '@nestjs/common';
import { Raw, type FindOperator, type FindOptionsWhere } from 'typeorm';
import { parseInstant } from '../../../common/athens.js';
import { Clock } from '../../../common/clock.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Config } from '../../../config/config.js';
import { normalizeFingerprint } from '../../../gateway/call/client-certificate.js';
import { ApiKeyRegistry, type KeyTerms, type StoredTerms } from '../../../identity/api-key-registry.js';
import { ApiKeyEntity, ProgramEntity } from '../../../store/entities/program.entity.js';
import { toGatewayWriter, Store, type Transaction } from '../../../store/store.js';
import { buildInvalidField, buildNotFound } from '../../common/errors.js';
import { assertShown } from '../../common/expected-state.js';
import { findEntities, omitUndefined } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, findChangedFields } from '../audit/audit.service.js';
import { PRODUCTION_REQUESTS } from '../accounts/production-request.service.js';
import { describeKey, describeKeys } from './api-key.mapper.js';
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
const BAD_EXPIRY = { el: 'Μελλοντική χρονική στιγμή, έως 10 έτη.', en: 'A time in the future, at most ten years ahead.' };
const ROTATED = {
  el: 'Το κλειδί έχει αντικατασταθεί· η λήξη του δεν αλλάζει.',
  en: 'The key was rotated, so its expiry cannot change.',
};
const NO_CERTIFICATES = {
  el: 'Δεν έχει οριστεί το CLIENT_CERT_HEADER: καμία κλήση δεν θα γινόταν δεκτή.',
  en: 'CLIENT_CERT_HEADER is not set, so no call would be accepted.',
};
const MAX_EXPIRY_DAYS = 3653;
const DAY_MS = 24 * 3_600_000;

@Injectable()
export class ApiKeyAdministrationService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly registry: ApiKeyRegistry,
    private readonly audit: AuditService,
  ) {}

  async find(caller: StaffCaller, query: ApiKeyQueryDto): Promise<ApiKeyListResponse> {
    const { programId, status, prefix, productionRequested } = query;
    const id = productionRequested === undefined ? undefined : buildRequestCondition();
    const where = { ...omitUndefined({ id, programId, status, prefix }), ...buildVisibleCondition(caller) };
    const options = { where, order: { id: 'DESC' }, relations: { program: true } } as const;
    const page = await findEntities(this.store, 'gateway', ApiKeyEntity, options, query);
    const items = await this.store.readAnywhere('gateway', ({ manager }) => describeKeys(manager, caller, page.items));
    return { ...page, items };
  }

  get(caller: StaffCaller, id: number): Promise<ApiKeyResponse> {
    return this.store.read(toGatewayWriter(caller), async (manager) => {
      const [key] = await manager.find(ApiKeyEntity, { where: { id, ...buildVisibleCondition(caller) }, relations: { program: true } });
      if (key === undefined) throw buildNotFound();
      return describeKey(manager, caller, key);
    });
  }

  async create(caller: StaffCaller, body: NewApiKeyRequest): Promise<IssuedApiKeyResponse> {
    const { name, services, environments } = body;
    const expiresAt = this.registry.getDefaultExpiry();
    const terms: KeyTerms = {
      ...DEFAULT_TERMS,
      name,
      services,
      environments,
      expiresAt,
      contact: null,
      certificateSha256: null,
      ...this.readTerms(body),
    };
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
    const changed = this.readTerms(body);
    await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const key = await lockKey(tx, caller, id);
      await assertShownKey(tx, caller, key);
      const changes = findChangedFields<Partial<StoredTerms>>(key, changed);
      if (changes === null) return;
      if (changes['expiresAt'] && key.rotatedAt !== null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: ROTATED });
      await this.registry.changeKey(tx, id, changed);
      await this.audit.record(tx, toAuditActor(caller), { action: 'change', subject: 'api_key', id, details: { changes } });
    });
    return this.get(caller, id);
  }

  async rotate(caller: StaffCaller, id: number, overlapHours: number): Promise<IssuedApiKeyResponse> {
    const issued = await this.store.transaction(toGatewayWriter(caller), async (tx) => {
      const key = await lockKey(tx, caller, id);
      await assertShownKey(tx, caller, key);
      const next = await this.registry.rotateKey(tx, id, overlapHours);
      if (next === undefined) throw buildNotFound();
      const details = { newKeyId: next.id, overlapHours };
      await this.audit.record(tx, toAuditActor(caller), { action: 'rotate', subject: 'api_key', id, details });
      return next;
    });
    return { ...(await this.get(caller, issued.id)), apiKey: issued.apiKey };
  }

  private readTerms(body: ApiKeyChangeRequest): Partial<KeyTerms> {
    const { name, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates, contact } = body;
    const lists = { services: unique(services), environments: unique(environments), ipAddresses: unique(ipAddresses) };
    const expiresAt = this.readExpiry(body.expiresAt);
    const certificateSha256 = this.readFingerprint(body.certificateSha256);
    return omitUndefined({ name, status, ...lists, ratePerHour, ratePerDay, serviceRates, contact, expiresAt, certificateSha256 });
  }

  private readFingerprint(text: string | null | undefined): string | null | undefined {
    if (text === undefined || text === null) return text;
    if (this.config.clientCertHeader === null) throw buildInvalidField('certificateSha256', NO_CERTIFICATES);
    return normalizeFingerprint(text);
  }

  private readExpiry(text: string | null | undefined): Date | null | undefined {
    if (text === undefined || text === null) return text;
    const expiresAt = parseInstant(text)!;
    const days = (expiresAt.getTime() - this.clock.now().getTime()) / DAY_MS;
    if (days <= 0 || days > MAX_EXPIRY_DAYS) throw buildInvalidField('expiresAt', BAD_EXPIRY);
    return expiresAt;
  }

  private async createProgram(tx: Transaction, caller: StaffCaller, name: string): Promise<number> {
    const program = { name, owner: caller.email };
    const id = await this.registry.createProgram(tx, program);
    await this.audit.record(tx, toAuditActor(caller), { action: 'create', subject: 'program', id, details: program });
    return id;
  }
}

export async function lockKey(tx: Transaction, caller: StaffCaller, id: number): Promise<ApiKeyEntity> {
  const where = { id, ...buildVisibleCondition(caller) };
  const lock = { mode: 'pessimistic_write' as const, tables: ['api_key'] };
  const [key] = await tx.manager.find(ApiKeyEntity, { where, relations: { program: true }, lock });
  if (key === undefined) throw buildNotFound();
  return key;
}

/** Keys whose sign-up requested production, while no key of the program has it. */
function buildRequestCondition(): FindOperator<number> {
  const condition = (column: string): string => `${column} IN (${PRODUCTION_REQUESTS})`;
  return Raw(condition) as FindOperator<number>;
}

/** Administrators and auditors see all keys; an agent's user sees those of the program that it signed up. */
function buildVisibleCondition({ role, userId }: StaffCaller): FindOptionsWhere<ApiKeyEntity> {
  return role === 'agent' ? { program: { userId } } : {};
}

export async function assertShownKey({ manager }: Transaction, caller: StaffCaller, key: ApiKeyEntity): Promise<void> {
  const shown = await describeKey(manager, caller, key);
  assertShown(caller, () => shown);
}

async function assertProgram(tx: Transaction, id: number): Promise<void> {
  const program = await tx.manager.findOne(ProgramEntity, { where: { id }, lock: { mode: 'pessimistic_read' } });
  if (program === null) throw buildInvalidField('programId', NO_PROGRAM, ErrorCode.UNKNOWN_CODE);
  if (program.consoleUserId !== null) throw buildInvalidField('programId', OF_CONSOLE);
}

function unique<T>(items: readonly T[] | undefined): readonly T[] | undefined {
  return items && [...new Set(items)];
}
