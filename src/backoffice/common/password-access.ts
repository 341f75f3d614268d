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

/** Whether the account may use a password: without PASSWORD_SIGN_IN only the break-glass administrator (oidc.11). */
export function isPasswordAllowed({ passwordSignIn, breakGlassAdmin }: PasswordSettings, email: string): boolean {
  return passwordSignIn || normalizeEmail(email) === breakGlassAdmin;
}

/** Builds the refusal of a sign-in, which is the same for every account. */
export function buildPasswordRefusal({ passwordSignIn }: PasswordSettings): DomainError {
  return new DomainError(ErrorCode.TOKEN_REFUSED, passwordSignIn ? {} : { text: SWITCHED_OFF });
}

/** @throws DomainError ROLE_REFUSED */
export function assertPasswordAllowed(settings: PasswordSettings, email: string): void {
  if (!isPasswordAllowed(settings, email)) throw new DomainError(ErrorCode.ROLE_REFUSED, { text: SWITCHED_OFF });
}
