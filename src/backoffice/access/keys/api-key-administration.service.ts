import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { ApiKeyRegistry, type KeyTerms, type StoredTerms } from '../../../identity/api-key-registry.js';
import { ApiKeyEntity } from '../../../store/entities/api-key.entity.js';
import { ProgramEntity } from '../../../store/entities/program.entity.js';
import { inGateway, Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { actorOf, AuditService, changedFields } from '../audit/audit.service.js';
import { notFound } from '../../common/errors.js';
import { ApiKeyReader, assertShownKey, visibleTo } from './api-key.reader.js';
import type { ApiKeyChangeRequest, ApiKeyResponse, IssuedApiKeyResponse, NewApiKeyRequest } from './api-keys.dto.js';

const NO_PROGRAM = { el: 'Άγνωστο πρόγραμμα.', en: 'Unknown program.' };
const OF_CONSOLE = {
  el: 'Για το πρόγραμμα της κονσόλας δεν εκδίδονται κλειδιά.',
  en: 'The program of a console has no key that is given to anybody.',
};
const NOT_CURRENT = {
  el: 'Αντικαθίσταται μόνο ενεργό κλειδί που δεν έχει ήδη αντικατασταθεί.',
  en: 'Only an active key that was not rotated yet can be rotated.',
};

/** Changes API keys for administrators, and for users who signed up their own. Every node knows within two seconds. */
@Injectable()
export class ApiKeyAdministrationService {
  constructor(
    private readonly store: Store,
    private readonly registry: ApiKeyRegistry,
    private readonly reader: ApiKeyReader,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError UNKNOWN_CODE at `programId`, INVALID there for that of a console */
  async create(caller: StaffCaller, body: NewApiKeyRequest): Promise<IssuedApiKeyResponse> {
    const terms = termsOf(body);
    const { id, apiKey } = await this.store.transaction(inGateway(caller), async (tx) => {
      const programId = body.programId ?? (await this.createProgram(tx, caller, body.name));
      await assertProgram(tx, programId);
      const key = await this.registry.createKey(tx, programId, terms);
      await this.audit.record(tx, actorOf(caller), {
        action: 'create',
        subject: 'api_key',
        id: key.id,
        details: { programId, ...terms },
      });
      return key;
    });
    return { ...(await this.reader.get(caller, id)), apiKey };
  }

  async change(caller: StaffCaller, id: number, body: ApiKeyChangeRequest): Promise<ApiKeyResponse> {
    const given = withoutRepeats(body);
    await this.store.transaction(inGateway(caller), async (tx) => {
      const key = await lock(tx, caller, id);
      await assertShownKey(tx, caller, key);
      const changes = changedFields<Partial<StoredTerms>>(key, given);
      if (changes === null) return;
      await this.registry.changeKey(tx, id, given);
      await this.audit.record(tx, actorOf(caller), { action: 'change', subject: 'api_key', id, details: { changes } });
    });
    return this.reader.get(caller, id);
  }

  /**
   * Creates a key on the same terms; the old one stays valid for the overlap. Of two rotations at once one wins.
   * @throws DomainError CHILD_NOT_FOUND; CHANGED_MEANWHILE; NOT_ALLOWED_IN_STATUS for a key that is not active, was
   * rotated before, or is a console's
   */
  async rotate(caller: StaffCaller, id: number, overlapHours: number): Promise<IssuedApiKeyResponse> {
    const issued = await this.store.transaction(inGateway(caller), async (tx) => {
      const key = await lock(tx, caller, id);
      if (key.program.consoleUserId !== null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: OF_CONSOLE });
      if (key.status !== 'active' || key.expiresAt !== null) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_CURRENT });
      await assertShownKey(tx, caller, key);
      const next = await this.registry.rotateKey(tx, id, overlapHours);
      if (next === undefined) throw notFound();
      const details = { newKeyId: next.id, overlapHours };
      await this.audit.record(tx, actorOf(caller), { action: 'rotate', subject: 'api_key', id, details });
      return next;
    });
    return { ...(await this.reader.get(caller, issued.id)), apiKey: issued.apiKey };
  }

  private async createProgram(tx: Transaction, caller: StaffCaller, name: string): Promise<number> {
    const program = { name, owner: caller.email };
    const id = await this.registry.createProgram(tx, program);
    await this.audit.record(tx, actorOf(caller), { action: 'create', subject: 'program', id, details: program });
    return id;
  }
}

async function lock(tx: Transaction, caller: StaffCaller, id: number): Promise<ApiKeyEntity> {
  const where = { id, ...visibleTo(caller) };
  const lock = { mode: 'pessimistic_write' as const, tables: ['api_key'] };
  const [key] = await tx.manager.find(ApiKeyEntity, { where, relations: { program: true }, lock });
  if (key === undefined) throw notFound();
  return key;
}

async function assertProgram(tx: Transaction, id: number): Promise<void> {
  const program = await tx.manager.findOne(ProgramEntity, { where: { id }, lock: { mode: 'pessimistic_read' } });
  if (program === null) throw DomainError.ofFaults([{ path: 'programId', code: ErrorCode.UNKNOWN_CODE, text: NO_PROGRAM }]);
  if (program.consoleUserId !== null) throw DomainError.ofFaults([{ path: 'programId', code: ErrorCode.INVALID, text: OF_CONSOLE }]);
}

function termsOf(body: NewApiKeyRequest): KeyTerms {
  const { services = [], environments = [], ipAddresses = [], serviceRates = {} } = withoutRepeats(body);
  const { name, status, ratePerHour, ratePerDay } = body;
  return {
    name,
    status: status ?? 'active',
    services,
    environments,
    ipAddresses,
    ratePerHour: ratePerHour ?? null,
    ratePerDay: ratePerDay ?? null,
    serviceRates,
  };
}

/** Returns the given fields, each item of a list once. */
function withoutRepeats(body: ApiKeyChangeRequest): Partial<KeyTerms> {
  const { name, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates } = body;
  const lists = { services: unique(services), environments: unique(environments), ipAddresses: unique(ipAddresses) };
  const fields = { name, status, ...lists, ratePerHour, ratePerDay, serviceRates };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function unique<T>(items: readonly T[] | null | undefined): readonly T[] | undefined {
  return items === undefined || items === null ? undefined : [...new Set(items)];
}
