import { Injectable } from '@nestjs/common';
import { getStartOfDay, toLocalDate, type LocalDate } from '../../../common/athens.js';
import { formatEuro } from '../../../common/formats.js';
import { DEFAULT_LANGUAGE, type Text } from '../../../common/language.js';
import type { Amount } from '../../../common/money.js';
import type { Transaction } from '../../../store/store.js';
import type { ApplicationRecord, AuditWriter } from '../../core/applications/application.js';
import { addPrintTasks } from '../../core/applications/print-task.js';
import { SystemDocuments } from '../../core/documents/system-documents.js';
import { LetterService } from '../../core/letters/letter.service.js';
import { CustomerActRepository } from '../../core/customer-acts/customer-act.repository.js';
import { writeShown, type ActChannel } from '../../core/customer-acts/customer-act.js';
import type { CancellationAudit } from '../cancellation/cancellation-terms.js';
import type { CustomerActor } from './customer-answer.service.js';
import { WithdrawalRepository, type WithdrawalState } from './withdrawal.repository.js';

interface Received {
  readonly state: WithdrawalState;
  readonly claimNo: string | null;
  readonly refund: Amount | null;
  /** Day of which the time is not known; absent for the moment of the act. */
  readonly receivedOn?: LocalDate;
}

const WAYS: Readonly<Record<ActChannel, Text>> = {
  LINK: { el: 'Ηλεκτρονικά, από τη σελίδα του πελάτη', en: 'Electronically, on the customer’s page' },
  AGENT: { el: 'Ηλεκτρονικά, μέσω του ασφαλιστικού διαμεσολαβητή', en: 'Electronically, through the insurance intermediary' },
  STAFF: { el: 'Στην εταιρεία, με καταχώριση από υπάλληλό της', en: 'To the company, entered by its staff' },
  SANDBOX: { el: 'Δοκιμαστικό περιβάλλον', en: 'Sandbox' },
};

@Injectable()
export class WithdrawalWriter {
  constructor(
    private readonly acts: CustomerActRepository,
    private readonly withdrawals: WithdrawalRepository,
    private readonly letters: LetterService,
    private readonly system: SystemDocuments,
  ) {}

  toStaffAudit(audit: AuditWriter): CancellationAudit {
    return async (tx, details, cancelled) => {
      await audit(tx, details);
      if (cancelled?.terms.kind !== 'WITHDRAWAL') return;
      const { current, by, terms, refund } = cancelled;
      const actor = { ...by, language: DEFAULT_LANGUAGE, channel: 'STAFF', address: null } as const;
      const { text: reason, receivedOn } = terms;
      const earlier = receivedOn === toLocalDate(by.at) ? {} : { receivedOn };
      await this.insert(tx, actor, current, { reason, linkId: null }, { state: 'CANCELLED', claimNo: null, refund, ...earlier });
    };
  }

  async insert(
    tx: Transaction,
    actor: CustomerActor,
    current: ApplicationRecord,
    { reason, linkId }: { readonly reason: string | null; readonly linkId: number | null },
    { receivedOn, ...received }: Received,
  ): Promise<number> {
    const { at, channel, name: actorName, address, language } = actor;
    const { id: applicationId, policyNo, startDate, endDate, price, version } = current;
    const statement = buildStatement(policyNo ?? '')[language];
    const shown = writeShown({ language, number: policyNo, version, startDate, endDate, gross: price?.gross ?? null, statement });
    const evidence = { applicationId, linkId, channel, at, actorName, address, sentTo: null, shown, answers: [], reason };
    const { id: actId } = await this.acts.insertAct(tx, { ...evidence, kind: 'WITHDRAWN' });
    const full = reason === null ? statement : `${statement} ${reason}`;
    const receivedAt = receivedOn === undefined ? at : getStartOfDay(receivedOn);
    const id = await this.withdrawals.insertWithdrawal(tx, { applicationId, actId, receivedAt, statement: full, ...received });
    const facts = {
      receivedAt: receivedOn ?? at,
      way: WAYS[channel],
      statement: addReason(buildStatement(policyNo ?? ''), reason),
      outcome: buildOutcome(received.refund),
    };
    await this.letters.write(tx, actor, current, { kind: 'WITHDRAWAL_RECEIVED', about: String(id), facts });
    await addPrintTasks(tx, [applicationId]);
    this.system.callFor(actor, [applicationId]);
    return id;
  }
}

/** Statement by Directive 2011/83/EU, article 11a. */
export function buildStatement(policyNo: string): Text {
  return {
    el: `Σας γνωστοποιώ ότι υπαναχωρώ από την ασφαλιστική σύμβαση ${policyNo}.`,
    en: `I hereby give notice that I withdraw from the insurance contract ${policyNo}.`,
  };
}

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
