/** The tables of the schema `gateway`. */
export * from './access-change.entity.js';
export * from './api-key.entity.js';
export * from './app-user.entity.js';
export * from './applied-migration.entity.js';
export * from './audit-entry.entity.js';
export * from './call-log.entity.js';
export * from './delegation.entity.js';
export * from './one-time-token.entity.js';
export * from './parameter-version.entity.js';
export * from './program.entity.js';
export * from './rate-admission.entity.js';
export * from './sign-in-attempt.entity.js';
export * from './signup.entity.js';
export * from './staff-device.entity.js';
export * from './staff-session.entity.js';
export * from './token.entity.js';
export * from './user-key.entity.js';
