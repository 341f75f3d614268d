import { Injectable } from '@nestjs/common';
import { formatEuro } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { Transaction } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { LetterService } from '../../core/letters/letter.service.js';
import { CustomerActRepository } from '../../core/customer-acts/customer-act.repository.js';
import { writeShown } from '../../core/customer-acts/customer-act.js';
import type { CustomerActor } from './customer-answer.service.js';
import { WithdrawalRepository, type WithdrawalState } from './withdrawal.repository.js';

interface Received {
  readonly state: WithdrawalState;
  readonly claimNo: string | null;
  readonly refund: Amount | null;
}

/** Writes what a withdrawal leaves in the record. */
@Injectable()
export class WithdrawalWriter {
  constructor(
    private readonly acts: CustomerActRepository,
    private readonly withdrawals: WithdrawalRepository,
    private readonly letters: LetterService,
  ) {}

  /** Writes the act with its evidence, the row of the register and the acknowledgement. */
  async insert(
    tx: Transaction,
    actor: CustomerActor,
    current: ApplicationRecord,
    { reason, linkId }: { readonly reason: string | null; readonly linkId: number | null },
    received: Received,
  ): Promise<number> {
    const { at, channel, name: actorName, address, language } = actor;
    const { id: applicationId, policyNo, startDate, endDate, price, version } = current;
    const statement = buildStatement(policyNo ?? '')[language];
    const shown = writeShown({ language, number: policyNo, version, startDate, endDate, gross: price?.gross ?? null, statement });
    const evidence = { applicationId, linkId, channel, at, actorName, address, sentTo: null, shown, answers: [], reason };
    const { id: actId } = await this.acts.insertAct(tx, { ...evidence, kind: 'WITHDRAWN' });
    const full = reason === null ? statement : `${statement} ${reason}`;
    const id = await this.withdrawals.insertWithdrawal(tx, { applicationId, actId, receivedAt: at, statement: full, ...received });
    const facts = {
      receivedAt: at,
      statement: addReason(buildStatement(policyNo ?? ''), reason),
      outcome: buildOutcome(received.refund),
    };
    await this.letters.write(tx, actor, current, { kind: 'WITHDRAWAL_RECEIVED', about: String(id), facts });
    return id;
  }
}

/** Statement of the withdrawal function (Directive 2011/83/EU, article 11a). */
export function buildStatement(policyNo: string): Text {
  return {
    el: `Σας γνωστοποιώ ότι υπαναχωρώ από την ασφαλιστική σύμβαση ${policyNo}.`,
    en: `I hereby give notice that I withdraw from the insurance contract ${policyNo}.`,
  };
}

/** Says how the withdrawal was decided; null: staff decide. */
export function buildOutcome(refund: Amount | null): Text {
  if (refund === null) {
    return {
      el: 'Έχει δηλωθεί ζημιά, γι’ αυτό η υπαναχώρηση εξετάζεται. Θα σας απαντήσουμε το συντομότερο.',
      en: 'A claim has been reported, so the withdrawal is being examined. We will answer as soon as possible.',
    };
  }
  const sum = formatEuro(refund);
  return {
    el: `Το συμβόλαιο ακυρώθηκε. Επιστρέφονται ${sum.el}.`,
    en: `The policy has been cancelled. ${sum.en} is refunded.`,
  };
}

function addReason(statement: Text, reason: string | null): Text {
  return reason === null ? statement : { el: `${statement.el} ${reason}`, en: `${statement.en} ${reason}` };
}
