import { Injectable } from '@nestjs/common';
import type { OperationContext } from '../../../common/caller.js';
import { assertNoViolations, DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Language } from '../../../common/language.js';
import type { Writer } from '../../../common/unit-of-work.js';
import type { Actor, ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import type { InformationReader } from '../offers/information.service.js';
import { UnderwritingService } from '../underwriting/underwriting.service.js';
import { CustomerActRepository } from '../../core/customer-acts/customer-act.repository.js';
import {
  hashShown,
  STATEMENTS,
  writeShown,
  type ActChannel,
  type CustomerAct,
  type NewAct,
  type StatementAnswer,
} from '../../core/customer-acts/customer-act.js';
import { CustomerContentService } from './customer-content.service.js';
import { assertPurpose, buildLinkRefusal } from './customer-link.js';
import { CustomerLinkService, maskAddress, type LinkVisit } from './customer-link.service.js';
import { CustomerMailer } from './customer-mailer.js';

export interface CustomerActor extends Writer, OperationContext {
  readonly channel: ActChannel;
  readonly language: Language;
  readonly name: string;
  readonly keyPrefix: string | null;
  readonly address: string | null;
}

export interface CustomerAnswer {
  readonly accepted: boolean;
  readonly reason: string | null;
  readonly answers: readonly StatementAnswer[];
  readonly shown: string | null;
  /** Only an acceptance by a link needs it. */
  readonly code: string | null;
}

export const CUSTOMER_NAME = 'Πελάτης';

/** Stores each answer with its evidence (customer.34). */
@Injectable()
export class CustomerAnswerService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly underwriting: UnderwritingService,
    private readonly contents: CustomerContentService,
    private readonly acts: CustomerActRepository,
    private readonly links: CustomerLinkService,
    private readonly mailer: CustomerMailer,
  ) {}

  /** A repeated answer returns the first one. @throws DomainError CHANGED_MEANWHILE, CONSENT, INVALID */
  async answer(visit: LinkVisit & CustomerActor, answer: CustomerAnswer): Promise<CustomerAct> {
    const { link } = visit;
    if (link.purpose !== 'accept') throw buildLinkRefusal();
    const before = await this.findSame(visit, answer);
    if (before) return before;
    const application = await this.applications.getAnyApplication(visit, String(link.applicationId));
    assertPurpose('accept', application, visit.at);
    const shown = writeShown(await this.contents.build(toReader(visit), application, 'accept'));
    if (answer.shown !== hashShown(shown)) throw new DomainError(ErrorCode.CHANGED_MEANWHILE, { text: SHOWN_CHANGED });
    if (answer.accepted) await this.assertSigned(visit, answer);
    const sentTo = answer.accepted ? maskAddress(await this.mailer.getAddress(visit.environment, application)) : null;
    try {
      return await this.save(visit, application, { ...answer, shown, sentTo, linkId: link.id });
    } catch (error) {
      // The other tab was faster.
      const same = await this.findSame(visit, answer);
      if (same) return same;
      throw error;
    }
  }

  async answerAs(actor: CustomerActor, application: ApplicationRecord, accepted: boolean, reason: string | null): Promise<CustomerAct> {
    assertPurpose('accept', application, actor.at);
    const shown = writeShown(await this.contents.build(toReader(actor), application, 'accept'));
    const answers = accepted ? STATEMENTS.map(({ code }) => ({ code, given: true })) : [];
    return this.save(actor, application, { accepted, reason, answers, shown, sentTo: null, linkId: null });
  }

  private async save(
    actor: CustomerActor,
    application: ApplicationRecord,
    {
      accepted,
      reason,
      answers,
      ...evidence
    }: Pick<CustomerAnswer, 'accepted' | 'reason' | 'answers'> & Pick<NewAct, 'shown' | 'sentTo' | 'linkId'>,
  ): Promise<CustomerAct> {
    const { id: applicationId, version } = application;
    const saved: CustomerAct[] = [];
    await this.underwriting.recordResponse(
      { ...toCustomer(actor), expectedVersions: [version] },
      String(applicationId),
      { accepted, reason },
      async (tx) => {
        const { channel, at, name: actorName, address } = actor;
        const kind = accepted ? 'ACCEPTED' : 'REJECTED';
        const act = {
          applicationId,
          kind,
          channel,
          at,
          actorName,
          address,
          answers: accepted ? answers : [],
          reason,
          ...evidence,
        } as const;
        saved.push(await this.acts.insertAct(tx, act));
      },
    );
    return saved.at(-1)!;
  }

  private async assertSigned(visit: LinkVisit, { answers, code }: CustomerAnswer): Promise<void> {
    assertNoViolations(
      STATEMENTS.flatMap((statement): Violation[] => {
        const answer = answers.find((one) => one.code === statement.code);
        const path = `answers.${statement.code}`;
        if (!answer) return [{ path, code: ErrorCode.REQUIRED, text: NOT_ANSWERED }];
        return statement.isRequired && !answer.given ? [{ path, code: ErrorCode.CONSENT, text: NOT_GIVEN }] : [];
      }),
    );
    if (code === null) throw DomainError.ofViolations([{ path: 'code', code: ErrorCode.REQUIRED, text: NO_CODE }]);
    await this.links.assertCode(visit, code);
  }

  private async findSame(visit: LinkVisit, { accepted }: CustomerAnswer): Promise<CustomerAct | null> {
    const act = await this.acts.findActOfLink(visit.environment, visit.link.id);
    return act?.kind === (accepted ? 'ACCEPTED' : 'REJECTED') ? act : null;
  }
}

export function toReader({ environment, language, at }: Pick<CustomerActor, 'environment' | 'language' | 'at'>): InformationReader {
  return { environment, language, at, holder: { lane: environment, owner: 'customers' } };
}

export function toCustomer({ environment, at, unitOfWork, clock, name, keyPrefix }: CustomerActor): Actor {
  return { environment, at, unitOfWork, clock, role: 'customer', name, keyPrefix, agentCode: null };
}

const SHOWN_CHANGED = {
  el: 'Η πρόταση άλλαξε από τότε που την ανοίξατε. Διαβάστε την ξανά.',
  en: 'The proposal has changed since you opened it. Read it again.',
};
const NOT_ANSWERED = { el: 'Απαντήστε σε κάθε δήλωση.', en: 'Answer every statement.' };
const NOT_GIVEN = {
  el: 'Χωρίς αυτή τη δήλωση η πρόταση δεν γίνεται δεκτή.',
  en: 'The proposal cannot be accepted without this statement.',
};
const NO_CODE = { el: 'Συμπληρώστε τον κωδικό που σας στείλαμε.', en: 'Enter the code that we sent you.' };
