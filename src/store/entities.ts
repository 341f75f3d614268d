import { AccountEntity } from './entities/account.entity.js';
import { AgentEntity } from './entities/agent.entity.js';
import { ApiKeyEntity } from './entities/api-key.entity.js';
import { AppUserEntity } from './entities/app-user.entity.js';
import { AuditEntryEntity } from './entities/audit-entry.entity.js';
import { CallLogEntity } from './entities/call-log.entity.js';
import { DelegationEntity } from './entities/delegation.entity.js';
import { OneTimeTokenEntity } from './entities/one-time-token.entity.js';
import { ParameterVersionEntity } from './entities/parameter-version.entity.js';
import { ProgramEntity } from './entities/program.entity.js';
import { ServiceRequestEntity } from './entities/service-request.entity.js';
import { ServiceRequestEventEntity } from './entities/service-request-event.entity.js';
import { SettingEntity } from './entities/setting.entity.js';
import { SignupEntity } from './entities/signup.entity.js';
import { StaffDeviceEntity } from './entities/staff-device.entity.js';
import { StaffMessageEntity } from './entities/staff-message.entity.js';
import { StaffSessionEntity } from './entities/staff-session.entity.js';
import { SubagentEntity } from './entities/subagent.entity.js';
import { TariffEntity } from './entities/tariff.entity.js';
import { UserKeyEntity } from './entities/user-key.entity.js';
import { WebhookEntity } from './entities/webhook.entity.js';
import type { Schema } from './schema.js';

type EntityClass = abstract new (...args: never[]) => object;

const gatewayEntities: readonly EntityClass[] = [
  ApiKeyEntity,
  AppUserEntity,
  AuditEntryEntity,
  CallLogEntity,
  DelegationEntity,
  OneTimeTokenEntity,
  ParameterVersionEntity,
  ProgramEntity,
  SignupEntity,
  StaffDeviceEntity,
  StaffSessionEntity,
  UserKeyEntity,
];

const environmentEntities: readonly EntityClass[] = [
  AccountEntity,
  AgentEntity,
  ServiceRequestEntity,
  ServiceRequestEventEntity,
  SettingEntity,
  StaffMessageEntity,
  SubagentEntity,
  TariffEntity,
  WebhookEntity,
];

/**
 * Lists the entities of a schema. Only tables that a TypeORM repository uses have one; `npm run drift` compares them.
 */
export function entitiesOf(schema: Schema): readonly EntityClass[] {
  return schema === 'gateway' ? gatewayEntities : environmentEntities;
}
