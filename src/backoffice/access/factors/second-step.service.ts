import { Injectable } from '@nestjs/common';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { Config } from '../../../config/config.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { Visitor } from '../../common/staff-caller.js';
import { FactorChallengeService, type FactorChallenge } from './factor-challenge.service.js';
import { FactorRepository, hasFactor } from './factor.repository.js';
import { buildSignInOptions, toRelyingParty, type StoredPasskey } from './passkeys.js';

export const FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

export interface SecondStep {
  readonly continuation: string;
  readonly expiresAt: Date;
  readonly methods: readonly FactorMethod[];
  readonly passkey: PublicKeyCredentialRequestOptionsJSON | null;
}

@Injectable()
export class SecondStepService {
  constructor(
    private readonly store: Store,
    private readonly factors: FactorRepository,
    private readonly challenges: FactorChallengeService,
    private readonly config: Config,
  ) {}

  async beginIfNeeded(tx: Transaction, visitor: Visitor, userId: number): Promise<SecondStep | null> {
    const factors = await this.factors.findIn(tx, userId);
    if (!hasFactor(factors)) return null;
    const isPossible: Record<FactorMethod, boolean> = {
      totp: factors.totp !== null,
      passkey: factors.passkeys.length > 0,
      recovery_code: factors.recoveryCodesLeft > 0,
    };
    const methods = FACTOR_METHODS.filter((method) => isPossible[method]);
    return this.begin(tx, visitor, { purpose: 'sign_in', userId, secret: null }, methods, factors.passkeys);
  }

  /** The passkey names the user. */
  beginWithoutPassword(visitor: Visitor): Promise<SecondStep> {
    const challenge = { purpose: 'passkey_sign_in', userId: null, secret: null } as const;
    return this.store.transaction('gateway', (tx) => this.begin(tx, visitor, challenge, ['passkey'], []));
  }

  private async begin(
    tx: Transaction,
    { root }: Visitor,
    challenge: FactorChallenge,
    methods: readonly FactorMethod[],
    passkeys: readonly StoredPasskey[],
  ): Promise<SecondStep> {
    const { token, expiresAt } = await this.challenges.create(tx, challenge);
    const host = toRelyingParty(root, this.config.mailFrom.name);
    const passkey = methods.includes('passkey') ? await buildSignInOptions(host, token, passkeys) : null;
    return { continuation: token, expiresAt, methods, passkey };
  }
}
