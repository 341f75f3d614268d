import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import type { Text } from '../common/language.js';
import { ROLES, type Role } from './user.service.js';

export const ROLE_TITLES: Readonly<Record<Role, Text>> = {
  admin: { el: 'Διαχειριστής', en: 'Administrator' },
  underwriter: { el: 'Ανάληψη Κινδύνων', en: 'Underwriting' },
  issuing: { el: 'Έκδοση', en: 'Issuing' },
  accounting: { el: 'Λογιστήριο', en: 'Accounting' },
  auditor: { el: 'Εσωτερικός Έλεγχος', en: 'Internal audit' },
  agent: { el: 'Συνεργάτης', en: 'Agent' },
};

/** Names the roles that may, in the order of `ROLES` (authority.1). */
export function buildRoleRefusal(allowed: readonly Role[]): DomainError {
  const titles = ROLES.filter((role) => allowed.includes(role)).map((role) => ROLE_TITLES[role]);
  const text = {
    el: `Ο ρόλος σας δεν επιτρέπει αυτή την ενέργεια. Την επιτρέπουν οι ρόλοι: ${titles.map(({ el }) => el).join(', ')}.`,
    en: `Your role does not permit this action. Roles that may: ${titles.map(({ en }) => en).join(', ')}.`,
  };
  return new DomainError(ErrorCode.ROLE_REFUSED, { text });
}
