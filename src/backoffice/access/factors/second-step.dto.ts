import { ApiProperty } from '@nestjs/swagger';
import { Nested, TextUpTo } from '../../../common/validation/decorators.js';
import { RequiredText } from '../../common/fields.js';
import { PasskeySignatureDto } from './factors.dto.js';
import { FACTOR_METHODS, type FactorMethod, type SecondStep } from './second-step.service.js';

const MAX_TOKEN = 300;
const MAX_CODE = 60;

export class SecondStepRequest {
  /** `continuation` of the sign-in. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  @RequiredText(MAX_TOKEN)
  continuation: string;

  /** Code of the authenticator app, or a recovery code. @example "287082" */
  @TextUpTo(MAX_CODE)
  code?: string | null;

  /** Signature of a passkey, instead of a code. */
  @Nested(() => PasskeySignatureDto)
  passkey?: PasskeySignatureDto | null;
}

export class SecondStepResponse {
  /** Token for the second step, valid once. @example "k3Jq8ZtW1nVbX5cR7mLd2PfHs9GyTa4UoEiN6rQw" */
  continuation: string;
  /** Time until which the sign-in can be completed, UTC. @example "2026-11-20T10:35:00.000Z" */
  expiresAt: string;
  /** Factors that the user can present: totp, passkey, recovery_code. @example ["totp", "recovery_code"] */
  @ApiProperty({ enum: FACTOR_METHODS, isArray: true })
  methods: FactorMethod[];
  /** `publicKey` of `navigator.credentials.get`, as JSON; null without a passkey. */
  @ApiProperty({ type: 'object', additionalProperties: true, nullable: true, example: { rpId: 'console.insurer.example' } })
  passkey: object | null;
}

export function toSecondStepResponse({ continuation, expiresAt, methods, passkey }: SecondStep): SecondStepResponse {
  return { continuation, expiresAt: expiresAt.toISOString(), methods: [...methods], passkey };
}
