import { Injectable } from '@nestjs/common';
import { In, type FindOptionsWhere } from 'typeorm';
import type { ServiceName } from '../../../identity/service-name.js';
import { ApiKeyEntity } from '../../../store/entities/api-key.entity.js';
import { SignupEntity } from '../../../store/entities/signup.entity.js';
import { inGateway, Store, type Transaction } from '../../../store/store.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { notFound } from '../../common/errors.js';
import { findEntities, given, mapPage } from '../../common/page.js';
import { pageWindowOf } from '../../common/page.dto.js';
import type { ApiKeyResponse, ApiKeyListResponse, ApiKeyQueryDto } from './api-keys.dto.js';

/** API keys as administrators see them, and as users who signed up see their own. */
@Injectable()
export class ApiKeyReader {
  constructor(private readonly store: Store) {}

  async find(caller: StaffCaller, query: ApiKeyQueryDto): Promise<ApiKeyListResponse> {
    const { programId, status, prefix } = query;
    const options = {
      where: { ...given({ programId, status, prefix }), ...visibleTo(caller) },
      order: { id: 'DESC' },
      relations: { program: true },
    } as const;
    const page = await findEntities(this.store, 'gateway', ApiKeyEntity, options, pageWindowOf(query));
    const apiKeyId = In(page.items.map(({ id }) => id));
    const signups = await this.store.read('gateway', (manager) => manager.findBy(SignupEntity, { apiKeyId }));
    return mapPage(page, (key) =>
      toDto(
        key,
        signups.find((signup) => signup.apiKeyId === key.id),
      ),
    );
  }

  get(caller: StaffCaller, id: number): Promise<ApiKeyResponse> {
    return this.store.read(inGateway(caller), async (manager) => {
      const [key] = await manager.find(ApiKeyEntity, { where: { id, ...visibleTo(caller) }, relations: { program: true } });
      if (key === undefined) throw notFound();
      return toDto(key, await manager.findOneBy(SignupEntity, { apiKeyId: id }));
    });
  }
}

/** Refuses a call that expects the locked key in another state. @throws DomainError CHANGED_MEANWHILE */
export async function assertShownKey({ manager }: Transaction, caller: StaffCaller, key: ApiKeyEntity): Promise<void> {
  const signup = await manager.findOneBy(SignupEntity, { apiKeyId: key.id });
  assertShown(caller, () => toDto(key, signup));
}

/** Administrators see every key, an agent's user those of its own program. */
export function visibleTo({ role, userId }: StaffCaller): FindOptionsWhere<ApiKeyEntity> {
  return role === 'admin' ? {} : { program: { userId } };
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
