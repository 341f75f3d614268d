import { In, type EntityManager } from 'typeorm';
import type { ServiceName } from '../../../identity/service-name.js';
import { AppUserEntity } from '../../../store/entities/app-user.entity.js';
import { ApiKeyUseEntity, type ApiKeyEntity } from '../../../store/entities/program.entity.js';
import { SignupEntity } from '../../../store/entities/signup.entity.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { ApiKeyResponse } from './api-keys.dto.js';

interface KeyFacts {
  readonly signup: SignupEntity | undefined;
  readonly usedAt: Date | undefined;
  readonly agentCode: string | null;
}

export async function describeKeys(manager: EntityManager, caller: StaffCaller, keys: readonly ApiKeyEntity[]): Promise<ApiKeyResponse[]> {
  const apiKeyId = In(keys.map(({ id }) => id));
  const userIds = keys.map(({ program }) => program.userId).filter((id) => id !== null);
  const signups = await manager.findBy(SignupEntity, { apiKeyId });
  const uses = await manager.findBy(ApiKeyUseEntity, { apiKeyId });
  const users = await manager.findBy(AppUserEntity, { id: In(userIds) });
  return keys.map((key) => {
    const facts = {
      signup: signups.find((signup) => signup.apiKeyId === key.id),
      usedAt: uses.find((use) => use.apiKeyId === key.id)?.usedAt,
      agentCode: users.find((user) => user.id === key.program.userId)?.agentCode ?? null,
    };
    return toResponse(key, facts, caller.role !== 'agent');
  });
}

export async function describeKey(manager: EntityManager, caller: StaffCaller, key: ApiKeyEntity): Promise<ApiKeyResponse> {
  return (await describeKeys(manager, caller, [key]))[0]!;
}

function toResponse(key: ApiKeyEntity, { signup, usedAt, agentCode }: KeyFacts, showsOwner: boolean): ApiKeyResponse {
  const { id, programId, program, name, prefix, status, services, environments, ipAddresses, ratePerHour, ratePerDay, serviceRates } = key;
  return {
    id,
    programId,
    programName: program.name,
    ...(showsOwner && { owner: program.owner }),
    agentCode,
    name,
    prefix,
    status,
    services: services as ServiceName[],
    environments: [...environments],
    ipAddresses: [...ipAddresses],
    ratePerHour,
    ratePerDay,
    serviceRates,
    contact: key.contact,
    certificateSha256: key.certificateSha256,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    rotatedAt: key.rotatedAt?.toISOString() ?? null,
    lastUsedAt: usedAt?.toISOString() ?? null,
    createdAt: key.createdAt.toISOString(),
    updatedAt: key.updatedAt.toISOString(),
    signup: signup ? toSignupResponse(signup) : null,
  };
}

function toSignupResponse(signup: SignupEntity): ApiKeyResponse['signup'] {
  const { name, email, environments, verifiedAt, productionDeclinedAt } = signup;
  return {
    name,
    email,
    environments: [...environments],
    verifiedAt: verifiedAt?.toISOString() ?? null,
    productionDeclinedAt: productionDeclinedAt?.toISOString() ?? null,
  };
}
