import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { ENVIRONMENTS } from '../../../common/environment.js';
import { ApiKeyRegistry } from '../../../identity/api-key-registry.js';
import { ConsoleProgramService } from '../../../identity/console-program.service.js';
import { createKeySecret } from '../../../identity/secret.js';
import { UserKeyService } from '../../../identity/user-key.service.js';
import { ProgramEntity, ApiKeyEntity, UserKeyEntity } from '../../../store/entities/program.entity.js';
import type { Transaction } from '../../../store/store.js';
import { hashPassword } from '../../access/accounts/passwords.js';
import { UserService, type NewUser } from '../../../identity/user.service.js';
import {
  DEMO_KEY_TERMS,
  DEMO_OWNER,
  DEMO_PROGRAM,
  FIRST_AGENT,
  SECOND_AGENT,
  SECOND_PROGRAM,
  STAFF,
  SUPERVISOR,
  type DemoAgentUser,
} from './demo-cast.js';
import type { DemoCredentials, DemoAccess, DemoSecrets } from './demo-file.js';

const PASSWORD_LENGTH = 20;

export interface StaffPassword {
  readonly user: NewUser;
  readonly password: string;
  readonly hash: string;
}

/** Runs before the transaction that stores the passwords, because hashing is slow. */
export async function createStaffPasswords(): Promise<readonly StaffPassword[]> {
  const passwords: StaffPassword[] = [];
  for (const user of STAFF) {
    const password = createKeySecret().slice(0, PASSWORD_LENGTH);
    passwords.push({ user, password, hash: await hashPassword(password) });
  }
  return passwords;
}

@Injectable()
export class DemoSecretsMaker {
  constructor(
    private readonly registry: ApiKeyRegistry,
    private readonly userKeys: UserKeyService,
    private readonly users: UserService,
    private readonly consoles: ConsoleProgramService,
  ) {}

  async make(tx: Transaction, passwords: readonly StaffPassword[]): Promise<DemoSecrets> {
    const staff = await this.storeStaff(tx, passwords);
    const program = await this.programNamed(tx, DEMO_PROGRAM);
    const first = await this.createAccess(tx, program, FIRST_AGENT);
    const supervisorKey = await this.createUserKey(tx, program, SUPERVISOR);
    const secondAgent = await this.createAccess(tx, await this.programNamed(tx, SECOND_PROGRAM), SECOND_AGENT);
    const { agentCode, delegates } = SUPERVISOR;
    return { ...first, secondAgent, supervisor: { userKey: supervisorKey, agentCode, delegates }, staff };
  }

  private async createAccess(tx: Transaction, programId: number, user: DemoAgentUser): Promise<DemoAccess> {
    await tx.manager.delete(ApiKeyEntity, { programId, name: DEMO_KEY_TERMS.name });
    const { apiKey } = await this.registry.createKey(tx, programId, DEMO_KEY_TERMS);
    return { programId, apiKey, userKey: await this.createUserKey(tx, programId, user), agentCode: user.agentCode };
  }

  private async createUserKey(tx: Transaction, programId: number, user: NewUser): Promise<string> {
    const userId = await this.getUser(tx, user);
    const previous = await tx.manager.findBy(UserKeyEntity, { userId, programId, deletedAt: IsNull() });
    for (const { id } of previous) await this.userKeys.delete(tx, userId, id);
    const { userKey } = await this.userKeys.create(tx, userId, programId);
    return userKey;
  }

  private async storeStaff(tx: Transaction, passwords: readonly StaffPassword[]): Promise<DemoSecrets['staff']> {
    for (const { user, hash } of passwords) {
      const userId = await this.getUser(tx, user);
      await this.users.setPassword(tx, userId, hash);
      if (user.role === 'agent') await this.createConsole(tx, userId, user.email);
    }
    const staff = passwords.map(({ user, password }): [string, DemoCredentials] => [
      user.email.split('@')[0]!,
      { email: user.email, password },
    ]);
    return Object.fromEntries(staff) as DemoSecrets['staff'];
  }

  private async createConsole(tx: Transaction, userId: number, email: string): Promise<void> {
    const created = await this.consoles.createIfMissing(tx, { userId, email });
    if (created !== null) await this.registry.changeKey(tx, created.apiKeyId, { environments: ENVIRONMENTS });
  }

  private async getUser(tx: Transaction, user: NewUser): Promise<number> {
    return (await this.users.findIdByEmail(tx, user.email)) ?? (await this.users.create(tx, user));
  }

  private async programNamed(tx: Transaction, name: string): Promise<number> {
    const program = { name, owner: DEMO_OWNER };
    const known = await tx.manager.findOne(ProgramEntity, { where: program, order: { id: 'ASC' } });
    return known?.id ?? this.registry.createProgram(tx, program);
  }
}
