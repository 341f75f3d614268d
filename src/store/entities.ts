import { ApiKeyEntity } from './entities/api-key.entity.js';
import { AppUser } from './entities/app-user.entity.js';
import { AuditEntry } from './entities/audit-entry.entity.js';
import { Delegation } from './entities/delegation.entity.js';
import { OneTimeToken } from './entities/one-time-token.entity.js';
import { Program } from './entities/program.entity.js';
import { RateAdmission } from './entities/rate-admission.entity.js';
import { SignInAttempt } from './entities/sign-in-attempt.entity.js';
import { SignupEntity } from './entities/signup.entity.js';
import { StaffDevice } from './entities/staff-device.entity.js';
import { StaffSession } from './entities/staff-session.entity.js';
import { Token } from './entities/token.entity.js';
import { UserKey } from './entities/user-key.entity.js';
import type { Schema } from './schema.js';

// TypeORM knows an entity by its class, which is a function of any shape.
type EntityClass = abstract new (...args: never[]) => object;

/** Entity classes by schema (`src/store/entities/*.entity.ts`); `npm run drift` compares them with what the migrations build. */
const gatewayEntities: readonly EntityClass[] = [
  ApiKeyEntity,
  AppUser,
  Delegation,
  Program,
  RateAdmission,
  Token,
  UserKey,
  AuditEntry,
  OneTimeToken,
  SignInAttempt,
  SignupEntity,
  StaffDevice,
  StaffSession,
];

const environmentEntities: readonly EntityClass[] = [];

export function entitiesOf(schema: Schema): readonly EntityClass[] {
  return schema === 'gateway' ? gatewayEntities : environmentEntities;
}
