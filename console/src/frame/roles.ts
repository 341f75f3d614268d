import type { MessageId } from '../messages/language.js';
import type { Role } from '../session.js';

export const ROLES: Readonly<Record<Role, MessageId>> = {
  agent: 'role.agent',
  admin: 'role.admin',
  underwriter: 'role.underwriter',
  issuing: 'role.issuing',
  accounting: 'role.accounting',
  auditor: 'role.auditor',
};
