import { ApiProperty } from '@nestjs/swagger';
import { buildCheck, buildTextCheck } from '../../../common/validation/checks.js';
import { ArrayOf, CheckedText, Required } from '../../../common/validation/decorators.js';
import { RequiredNested, RequiredText } from '../../common/fields.js';

const MAX_TOKEN = 300;
const MAX_CODE = 60;
const MAX_NAME = 60;
/** Characters of base64url. A credential id has up to 1023 bytes, an attestation some kilobytes. */
const MAX_CREDENTIAL_ID = 1_400;
const MAX_BINARY = 20_000;
const MAX_TRANSPORTS = 10;

const BASE64_URL = buildCheck(
  'base64url',
  { el: `Έως ${MAX_BINARY} χαρακτήρες base64url.`, en: `Up to ${MAX_BINARY} characters of base64url.` },
  (value) => typeof value === 'string' && value.length <= MAX_BINARY && /^[\w-]+$/.test(value),
  { pattern: '^[\\w-]+$', maxLength: MAX_BINARY },
);
const CREDENTIAL_ID = buildCheck(
  'credentialId',
  { el: `Έως ${MAX_CREDENTIAL_ID} χαρακτήρες base64url.`, en: `Up to ${MAX_CREDENTIAL_ID} characters of base64url.` },
  (value) => typeof value === 'string' && value.length <= MAX_CREDENTIAL_ID && /^[\w-]+$/.test(value),
  { pattern: '^[\\w-]+$', maxLength: MAX_CREDENTIAL_ID },
);

export class TotpConfirmationRequest {
  /** `continuation` of the set-up. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  @RequiredText(MAX_TOKEN)
  continuation: string;

  /** Code that the authenticator app shows. @example "287082" */
  @RequiredText(MAX_CODE)
  code: string;
}

export class PasskeySignatureDto {
  /** Id of the passkey, base64url. @example "kT3vY2l9nQ0aR7bW" */
  @Required()
  @CheckedText(CREDENTIAL_ID)
  id: string;

  /** `clientDataJSON` of the browser's response, base64url. @example "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0" */
  @Required()
  @CheckedText(BASE64_URL)
  clientDataJSON: string;

  /** `authenticatorData` of the browser's response, base64url. @example "SZYN5YgOjGh0NBcPZHZgW4" */
  @Required()
  @CheckedText(BASE64_URL)
  authenticatorData: string;

  /** `signature` of the browser's response, base64url. @example "MEUCIQDx3v2sY7w" */
  @Required()
  @CheckedText(BASE64_URL)
  signature: string;
}

export class RegisteredPasskeyDto {
  /** Id of the passkey, base64url. @example "kT3vY2l9nQ0aR7bW" */
  @Required()
  @CheckedText(CREDENTIAL_ID)
  id: string;

  /** `clientDataJSON` of the browser's response, base64url. @example "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0" */
  @Required()
  @CheckedText(BASE64_URL)
  clientDataJSON: string;

  /** `attestationObject` of the browser's response, base64url. @example "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ" */
  @Required()
  @CheckedText(BASE64_URL)
  attestationObject: string;

  /** How the browser reaches the passkey, as `getTransports()` returns it. @example ["internal"] */
  @ArrayOf(MAX_TRANSPORTS, buildTextCheck(MAX_NAME, 1))
  transports?: string[] | null;
}

export class PasskeyConfirmationRequest {
  /** `continuation` of the registration. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  @RequiredText(MAX_TOKEN)
  continuation: string;

  /** Name under which the user finds the passkey. @example "Φορητός υπολογιστής" */
  @RequiredText(MAX_NAME)
  name: string;

  /** The browser's response. */
  @RequiredNested(() => RegisteredPasskeyDto)
  passkey: RegisteredPasskeyDto;
}

export class TotpSetupResponse {
  /** Token for the confirmation. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  continuation: string;
  /** Secret in base 32, for apps without a camera. @example "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" */
  secret: string;
  /** Address that the QR code contains. @example "otpauth://totp/Insurer:maria?secret=JBSWY3DPEHPK3PXP" */
  address: string;
  /** The QR code as SVG. @example "<svg xmlns='http://www.w3.org/2000/svg'/>" */
  qrCode: string;
  /** Time until which it can be confirmed, UTC. @example "2026-11-20T10:35:00.000Z" */
  expiresAt: string;
}

export class PasskeySetupResponse {
  /** Token for the confirmation. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  continuation: string;
  /** `publicKey` of `navigator.credentials.create`, as JSON. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { rp: { id: 'console.insurer.example', name: 'Insurer' } } })
  options: object;
  /** Time until which it can be confirmed, UTC. @example "2026-11-20T10:35:00.000Z" */
  expiresAt: string;
}

export class RecoveryCodesResponse {
  /** Ten new codes, which are shown only here; null if the previous ones remain. @example ["K7QM-2XWD-9HPA-V3TE"] */
  recoveryCodes: string[] | null;
}

export class TotpResponse {
  /** Time of the set-up, UTC. @example "2026-11-20T10:30:00.000Z" */
  createdAt: string;
  /** Last use, UTC. @example "2026-11-24T06:58:00.000Z" */
  lastUsedAt: string;
}

export class PasskeyResponse {
  /** Id of the passkey. @example 3 */
  id: number;
  /** Name under which the user finds it. @example "Φορητός υπολογιστής" */
  name: string;
  /** Time of the registration, UTC. @example "2026-11-20T10:30:00.000Z" */
  createdAt: string;
  /** Last use, UTC; null before the first. @example "2026-11-24T06:58:00.000Z" */
  lastUsedAt: string | null;
}

export class FactorsResponse {
  /** Whether the user's role requires a second factor. @example true */
  isRequired: boolean;
  /** The authenticator app; null without one. */
  totp: TotpResponse | null;
  /** Passkeys, oldest first. */
  passkeys: PasskeyResponse[];
  /** Unused recovery codes. @example 9 */
  recoveryCodesLeft: number;
}

export class UserFactorsResponse {
  /** Whether the user has an authenticator app. @example true */
  hasTotp: boolean;
  /** Number of passkeys. @example 1 */
  passkeys: number;
  /** Unused recovery codes. @example 9 */
  recoveryCodesLeft: number;
}
