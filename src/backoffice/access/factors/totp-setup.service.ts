import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/config.js';
import { SecretBox } from '../../../record/reference/secrets/secret-box.js';
import { Store } from '../../../store/store.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { FactorChallengeService } from './factor-challenge.service.js';
import { FactorRepository } from './factor.repository.js';
import { FactorService } from './factor.service.js';
import type { TotpConfirmationRequest, TotpSetupResponse } from './factors.dto.js';
import { createTotpSecret, findTotpStep, formatTotpAddress, isTotpCode, renderQrSvg } from './totp.js';

const WRONG_CODE = {
  el: 'Ο κωδικός δεν είναι σωστός ή η ρύθμιση έληξε.',
  en: 'The code is wrong, or the set-up has expired.',
};

@Injectable()
export class TotpSetupService {
  constructor(
    private readonly store: Store,
    private readonly own: FactorService,
    private readonly factors: FactorRepository,
    private readonly challenges: FactorChallengeService,
    private readonly box: SecretBox,
    private readonly config: Config,
  ) {}

  /** The present app works until the new one is confirmed. */
  async begin(caller: StaffCaller): Promise<TotpSetupResponse> {
    await this.own.assertMayChange(caller);
    const { userId, email, root } = caller;
    const secret = createTotpSecret();
    const challenge = { purpose: 'totp', userId, secret: this.box.seal(secret) } as const;
    const { token, expiresAt } = await this.store.transaction('gateway', (tx) => this.challenges.create(tx, challenge));
    const address = formatTotpAddress(secret, { issuer: this.config.mailFrom.name || new URL(root).hostname, label: email });
    return { continuation: token, secret, address, qrCode: renderQrSvg(address), expiresAt: expiresAt.toISOString() };
  }

  async confirm(caller: StaffCaller, { continuation, code }: TotpConfirmationRequest): Promise<string[] | null> {
    const begun = await this.challenges.find(continuation, ['totp']);
    const sealed = begun?.userId === caller.userId ? begun.secret : null;
    const secret = sealed && this.box.open(sealed);
    const typed = code.replace(/\s/g, '');
    const step = secret !== null && isTotpCode(typed) ? findTotpStep(secret, typed, caller.at) : null;
    if (sealed === null || step === null) throw buildInvalidField('code', WRONG_CODE);
    return this.own.add(caller, {
      kind: 'totp',
      insert: async (tx) => {
        if (!(await this.challenges.use(tx, continuation))) throw buildInvalidField('code', WRONG_CODE);
        await this.factors.saveTotp(tx, caller.userId, sealed, step);
      },
    });
  }
}
