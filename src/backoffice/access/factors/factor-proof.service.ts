import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { SecondFactor } from '../../../identity/session.service.js';
import { SecretBox } from '../../../record/reference/secrets/secret-box.js';
import type { Transaction } from '../../../store/store.js';
import type { Visitor } from '../../common/staff-caller.js';
import { FactorChallengeService, type FactorChallenge } from './factor-challenge.service.js';
import { FactorRepository } from './factor.repository.js';
import { toRelyingParty, verifySignature, type PasskeySignature } from './passkeys.js';
import { findTotpStep, isTotpCode } from './totp.js';

export interface PresentedFactor {
  readonly continuation: string;
  readonly code: string | null;
  readonly passkey: PasskeySignature | null;
}

export interface FactorProof {
  readonly secondFactor: SecondFactor;
  readonly use: (tx: Transaction) => Promise<boolean>;
}

const UNREADABLE = {
  el: 'Ο διακομιστής δεν μπορεί να διαβάσει το μυστικό της εφαρμογής κωδικών. Χρησιμοποιήστε κωδικό ανάκτησης.',
  en: 'The server cannot read the secret of the authenticator app. Use a recovery code.',
};

@Injectable()
export class FactorProofService {
  constructor(
    private readonly factors: FactorRepository,
    private readonly challenges: FactorChallengeService,
    private readonly box: SecretBox,
  ) {}

  async findSignIn({ continuation, passkey }: PresentedFactor): Promise<(FactorChallenge & { readonly userId: number }) | null> {
    const challenge = await this.challenges.find(continuation, ['sign_in', 'passkey_sign_in']);
    if (challenge === null) return null;
    const userId = challenge.userId ?? (passkey && (await this.factors.findPasskey(passkey.id))?.userId) ?? null;
    return userId === null ? null : { ...challenge, userId };
  }

  async verify(visitor: Visitor, challenge: FactorChallenge, userId: number, presented: PresentedFactor): Promise<FactorProof | null> {
    const { continuation, code, passkey } = presented;
    const isAlone = challenge.purpose === 'passkey_sign_in';
    if (passkey !== null) return this.verifyPasskey(visitor, { userId, continuation, isAlone }, passkey);
    if (code === null || isAlone) return null;
    const typed = code.replace(/\s/g, '');
    if (isTotpCode(typed)) return this.verifyTotp(visitor, userId, typed);
    return { secondFactor: 'recovery_code', use: (tx) => this.factors.useRecoveryCode(tx, userId, typed) };
  }

  private async verifyTotp({ at }: Visitor, userId: number, code: string): Promise<FactorProof | null> {
    const { totp } = await this.factors.find(userId);
    if (totp === null) return null;
    const secret = this.box.open(totp.secret);
    if (secret === null) throw new DomainError(ErrorCode.UNAVAILABLE, { text: UNREADABLE });
    const step = findTotpStep(secret, code, at);
    return step === null ? null : { secondFactor: 'totp', use: (tx) => this.factors.useTotpStep(tx, userId, totp.secret, step) };
  }

  private async verifyPasskey(
    { root }: Visitor,
    { userId, continuation, isAlone }: { readonly userId: number; readonly continuation: string; readonly isAlone: boolean },
    signature: PasskeySignature,
  ): Promise<FactorProof | null> {
    const passkey = await this.factors.findPasskey(signature.id);
    if (passkey === null || passkey.userId !== userId) return null;
    const newCount = await verifySignature(toRelyingParty(root, ''), { challenge: continuation, passkey, isAlone }, signature);
    return newCount === null ? null : { secondFactor: 'passkey', use: (tx) => this.factors.usePasskey(tx, passkey, newCount) };
  }
}
