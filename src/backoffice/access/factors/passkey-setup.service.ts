import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Config } from '../../../config/config.js';
import { Store } from '../../../store/store.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { FactorChallengeService } from './factor-challenge.service.js';
import { FactorRepository } from './factor.repository.js';
import { FactorService } from './factor.service.js';
import type { PasskeyConfirmationRequest, PasskeySetupResponse } from './factors.dto.js';
import { buildRegistrationOptions, toRelyingParty, verifyRegistration } from './passkeys.js';

const MAX_PASSKEYS = 10;
const WRONG_PASSKEY = {
  el: 'Το passkey δεν επαληθεύτηκε ή η καταχώριση έληξε.',
  en: 'The passkey could not be verified, or the registration has expired.',
};
const TOO_MANY = { el: `Έως ${MAX_PASSKEYS} passkeys ανά χρήστη.`, en: `At most ${MAX_PASSKEYS} passkeys for each user.` };

@Injectable()
export class PasskeySetupService {
  constructor(
    private readonly store: Store,
    private readonly own: FactorService,
    private readonly factors: FactorRepository,
    private readonly challenges: FactorChallengeService,
    private readonly config: Config,
  ) {}

  async begin(caller: StaffCaller): Promise<PasskeySetupResponse> {
    await this.own.assertMayChange(caller);
    const { userId, email, name, root } = caller;
    const { passkeys: existing } = await this.factors.find(userId);
    if (existing.length >= MAX_PASSKEYS) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
    const challenge = { purpose: 'passkey', userId, secret: null } as const;
    const { token, expiresAt } = await this.store.transaction('gateway', (tx) => this.challenges.create(tx, challenge));
    const registration = { challenge: token, userId, userName: email, displayName: name, existing };
    const options = await buildRegistrationOptions(toRelyingParty(root, this.config.mailFrom.name), registration);
    return { continuation: token, options, expiresAt: expiresAt.toISOString() };
  }

  async confirm(caller: StaffCaller, { continuation, name, passkey }: PasskeyConfirmationRequest): Promise<string[] | null> {
    const { userId, root } = caller;
    const begun = await this.challenges.find(continuation, ['passkey']);
    const presented = { ...passkey, transports: passkey.transports ?? [] };
    const registered = begun?.userId === userId ? await verifyRegistration(toRelyingParty(root, ''), continuation, presented) : null;
    if (registered === null) throw buildInvalidField('passkey', WRONG_PASSKEY);
    const { id, publicKey, counter: signCount } = registered;
    const credential = { credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey), signCount };
    return this.own.add(caller, {
      kind: 'passkey',
      details: { name },
      insert: async (tx) => {
        if (!(await this.challenges.use(tx, continuation))) throw buildInvalidField('passkey', WRONG_PASSKEY);
        const { passkeys } = await this.factors.findIn(tx, userId);
        if (passkeys.length >= MAX_PASSKEYS) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
        const stored = { userId, ...credential, transports: presented.transports, name };
        if ((await this.factors.insertPasskey(tx, stored)) === null) throw buildInvalidField('passkey', WRONG_PASSKEY);
      },
    });
  }
}
