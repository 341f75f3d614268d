import { AgentEntity, AccountEntity, SubagentEntity } from './entities/agent.entity.js';
import { AppUserEntity, DelegationEntity, OneTimeTokenEntity, StaffDeviceEntity, StaffSessionEntity } from './entities/app-user.entity.js';
import { AuditEntryEntity } from './entities/audit-entry.entity.js';
import { CallLogEntity } from './entities/call-log.entity.js';
import { MessageTemplateEntity } from './entities/message-template.entity.js';
import { OidcLogoutTokenEntity, OidcSignInEntity, UserIdentityEntity } from './entities/oidc.entity.js';
import { QuoteDraftEntity } from './entities/quote-draft.entity.js';
import { ParameterVersionEntity, SettingEntity, TariffEntity } from './entities/reference.entity.js';
import { ProgramEntity, ApiKeyEntity, ApiKeyUseEntity, UserKeyEntity } from './entities/program.entity.js';
import { ServiceRequestEntity, ServiceRequestEventEntity } from './entities/service-request.entity.js';
import { SignupEntity } from './entities/signup.entity.js';
import { StaffMessageEntity } from './entities/staff-message.entity.js';
import { WebhookEntity } from './entities/webhook.entity.js';
import type { Schema } from './schema.js';

type EntityClass = abstract new (...args: never[]) => object;

const gatewayEntities: readonly EntityClass[] = [
  ApiKeyEntity,
  ApiKeyUseEntity,
  AppUserEntity,
  AuditEntryEntity,
  CallLogEntity,
  DelegationEntity,
  OidcLogoutTokenEntity,
  OidcSignInEntity,
  OneTimeTokenEntity,
  ParameterVersionEntity,
  ProgramEntity,
  SignupEntity,
  StaffDeviceEntity,
  StaffSessionEntity,
  UserIdentityEntity,
  UserKeyEntity,
];

const environmentEntities: readonly EntityClass[] = [
  AccountEntity,
  AgentEntity,
  MessageTemplateEntity,
  QuoteDraftEntity,
  ServiceRequestEntity,
  ServiceRequestEventEntity,
  SettingEntity,
  StaffMessageEntity,
  SubagentEntity,
  TariffEntity,
  WebhookEntity,
];

export function listEntities(schema: Schema): readonly EntityClass[] {
  return schema === 'gateway' ? gatewayEntities : environmentEntities;
}
