import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ProgramEntity, ApiKeyEntity } from '../store/entities/program.entity.js';
import type { Transaction } from '../store/store.js';
import { hashSecret } from './secret.js';
import { SERVICE_NAMES } from './service-name.js';

export const CONSOLE_PROGRAM = 'Console';
const PREFIX = 'consol';

export interface ConsoleOwner {
  readonly userId: number;
  readonly email: string;
}

export interface ConsoleProgram {
  readonly programId: number;
  readonly apiKeyId: number;
}

/** A console gets all services of the sandbox (auth.16). No key has its digest. */
@Injectable()
export class ConsoleProgramService {
  constructor(private readonly clock: Clock) {}

  async createIfMissing(tx: Transaction, { userId, email }: ConsoleOwner): Promise<ConsoleProgram | null> {
    if (await tx.manager.existsBy(ProgramEntity, { consoleUserId: userId })) return null;
    const createdAt = this.clock.now();
    const program = { name: CONSOLE_PROGRAM, owner: email, consoleUserId: userId, createdAt };
    const inserted = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(ProgramEntity)
      .values(program)
      .orIgnore()
      .returning('id')
      .execute();
    const [row] = inserted.raw as { id: number }[];
    if (row === undefined) return null;
    const key = { name: CONSOLE_PROGRAM, keyHash: hashSecret(`console of ${userId}`), prefix: PREFIX, status: 'active' as const };
    const grants = { services: SERVICE_NAMES, environments: ['sandbox'] as const, createdAt, updatedAt: createdAt };
    const { identifiers } = await tx.manager.insert(ApiKeyEntity, { programId: row.id, ...key, ...grants });
    return { programId: row.id, apiKeyId: (identifiers[0] as Pick<ApiKeyEntity, 'id'>).id };
  }
}
