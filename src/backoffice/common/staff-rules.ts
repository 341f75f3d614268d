import { isKeyless } from '../../gateway/call/route-rules.js';
import type { Role } from '../../identity/user.service.js';

export const ROLES_KEY = 'backoffice:roles';

/** The roles that may call a handler, none for a keyless one; null when neither it nor its controller says. */
export function rolesOf(controller: object, handler: object): readonly Role[] | null {
  if (isKeyless(handler)) return [];
  for (const target of [handler, controller]) {
    const roles = Reflect.getMetadata(ROLES_KEY, target) as readonly Role[] | undefined;
    if (roles !== undefined) return roles;
  }
  return null;
}
