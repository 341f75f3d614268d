import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Text } from '../../common/language.js';
import type { Config } from '../../config/config.js';
import { normalizeEmail } from '../../identity/user.service.js';

export type PasswordSettings = Pick<Config, 'passwordSignIn' | 'breakGlassAdmin'>;

const SWITCHED_OFF: Text = {
  el: 'Η σύνδεση με κωδικό πρόσβασης είναι απενεργοποιημένη. Συνδεθείτε με τον εταιρικό σας λογαριασμό.',
  en: 'Signing in with a password is switched off. Sign in with your company account.',
};

export function isPasswordAllowed({ passwordSignIn, breakGlassAdmin }: PasswordSettings, email: string): boolean {
  return passwordSignIn || normalizeEmail(email) === breakGlassAdmin;
}

/** The refusal is the same for every account, so that it reveals none. */
export function buildPasswordRefusal({ passwordSignIn }: PasswordSettings): DomainError {
  return new DomainError(ErrorCode.TOKEN_REFUSED, passwordSignIn ? {} : { text: SWITCHED_OFF });
}

export function assertPasswordAllowed(settings: PasswordSettings, email: string): void {
  if (!isPasswordAllowed(settings, email)) throw new DomainError(ErrorCode.ROLE_REFUSED, { text: SWITCHED_OFF });
}
