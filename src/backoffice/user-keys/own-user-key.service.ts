import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { UserKeyService } from '../../identity/user-key.service.js';
import { Store, type Transaction } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { actorOf, AuditService } from '../audit/audit.service.js';
import { CAN_CALL } from '../keys/program.service.js';
import { notFound } from '../lists/not-found.js';
import { findPage, mapPage } from '../lists/page.js';
import { type PageQueryDto, windowOf } from '../lists/page.dto.js';
import type { IssuedUserKeyResponse, UserKeyResponse, UserKeyListResponse } from './user-keys.dto.js';

const MAX_KEYS = 100;
const NO_PROGRAM = { el: 'Άγνωστο πρόγραμμα.', en: 'Unknown program.' };
const TOO_MANY = { el: `Έως ${MAX_KEYS} κλειδιά ανά χρήστη.`, en: `At most ${MAX_KEYS} keys of a user.` };

type KeyRow = Omit<UserKeyResponse, 'createdAt'> & { readonly createdAt: Date };

const KEYS = `
  SELECT uk.id, uk.program_id AS "programId", p.name AS "programName", uk.prefix, uk.enabled, uk.created_at AS "createdAt"
  FROM user_key uk JOIN program p ON p.id = uk.program_id WHERE uk.user_id = $1 AND uk.deleted_at IS NULL`;

/** A user's own consents to programs. Every node knows a change within two seconds. */
@Injectable()
export class OwnUserKeyService {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly userKeys: UserKeyService,
    private readonly audit: AuditService,
  ) {}

  async find(caller: StaffCaller, query: PageQueryDto): Promise<UserKeyListResponse> {
    const select = { select: KEYS, order: 'id DESC', values: [caller.userId] };
    return mapPage(await findPage<KeyRow>(this.store, 'gateway', select, windowOf(query)), toDto);
  }

  /** @throws DomainError UNKNOWN_CODE at `programId` for a program that cannot call; NOT_ALLOWED_IN_STATUS with too many keys */
  async create(caller: StaffCaller, programId: number): Promise<IssuedUserKeyResponse> {
    return this.store.transaction('gateway', async (tx) => {
      await tx.query('SELECT id FROM app_user WHERE id = $1 FOR UPDATE', [caller.userId]);
      const [program] = await tx.query(`SELECT p.id FROM program p WHERE p.id = $2 AND ${CAN_CALL}`, [this.clock.now(), programId]);
      if (program === undefined) throw DomainError.ofFaults([{ path: 'programId', code: ErrorCode.UNKNOWN_CODE, text: NO_PROGRAM }]);
      const held = await tx.query(`${KEYS} LIMIT ${MAX_KEYS}`, [caller.userId]);
      if (held.length === MAX_KEYS) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: TOO_MANY });
      const issued = await this.issue(tx, caller, programId);
      await this.record(tx, caller, 'create', issued.id, { programId });
      return issued;
    });
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async setEnabled(caller: StaffCaller, id: number, enabled: boolean): Promise<UserKeyResponse> {
    return this.store.transaction('gateway', async (tx) => {
      const key = await this.get(tx, caller, id);
      if (key.enabled === enabled) return toDto(key);
      await this.userKeys.setEnabled(tx, caller.userId, id, enabled);
      await this.record(tx, caller, enabled ? 'enable' : 'disable', id);
      return toDto({ ...key, enabled });
    });
  }

  /** @throws DomainError CHILD_NOT_FOUND */
  async delete(caller: StaffCaller, id: number): Promise<void> {
    await this.store.transaction('gateway', async (tx) => {
      await this.get(tx, caller, id);
      await this.userKeys.delete(tx, caller.userId, id);
      await this.record(tx, caller, 'delete', id);
    });
  }

  /** A new key for the same program; the old one and its tokens are gone. @throws DomainError CHILD_NOT_FOUND */
  async recreate(caller: StaffCaller, id: number): Promise<IssuedUserKeyResponse> {
    return this.store.transaction('gateway', async (tx) => {
      const { programId } = await this.get(tx, caller, id);
      await this.userKeys.delete(tx, caller.userId, id);
      const issued = await this.issue(tx, caller, programId);
      await this.record(tx, caller, 'recreate', id, { newUserKeyId: issued.id, programId });
      return issued;
    });
  }

  private async issue(tx: Transaction, caller: StaffCaller, programId: number): Promise<IssuedUserKeyResponse> {
    const { id, userKey } = await this.userKeys.create(tx, caller.userId, programId);
    return { ...toDto(await this.get(tx, caller, id)), userKey };
  }

  /** The caller's own key, locked. */
  private async get(tx: Transaction, caller: StaffCaller, id: number): Promise<KeyRow> {
    const [key] = await tx.query<KeyRow>(`${KEYS} AND uk.id = $2 FOR UPDATE OF uk`, [caller.userId, id]);
    if (key === undefined) throw notFound();
    return key;
  }

  private record(
    tx: Transaction,
    caller: StaffCaller,
    action: 'create' | 'enable' | 'disable' | 'delete' | 'recreate',
    id: number,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    return this.audit.record(tx, actorOf(caller), { action, subject: 'user_key', id, details });
  }
}

function toDto({ id, programId, programName, prefix, enabled, createdAt }: KeyRow): UserKeyResponse {
  return { id, programId, programName, prefix, enabled, createdAt: createdAt.toISOString() };
}
