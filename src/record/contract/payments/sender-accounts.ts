import { Injectable } from '@nestjs/common';
import type { SealedAccount } from '../../money/ledger/ledger.repository.js';
import { SecretBox } from '../../reference/secrets/secret-box.js';
import type { Sender } from './suspense.repository.js';
import { maskIban } from '../../../common/identifiers.js';

const MAX_HOLDER = 70;

@Injectable()
export class SenderAccounts {
  constructor(private readonly box: SecretBox) {}

  toAccount(sender: Sender | null): SealedAccount | null {
    const { name = null, iban = null } = sender ?? {};
    const number = iban && this.box.open(iban);
    if (name === null || iban === null || number === null) return null;
    return { iban, shown: maskIban(number), holder: name.slice(0, MAX_HOLDER).trim() };
  }
}
