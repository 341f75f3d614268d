import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { addDays, toLocalDate, type LocalDate } from '../../../common/athens.js';
import type { UserCaller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Tariff } from '../../../pricing/tariff.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { ApplicationRepository, VersionChanged } from '../../core/applications/application.repository.js';
import { ApplicationService } from '../../core/applications/application.service.js';
import { assertPriceStands } from '../../core/applications/quote-validity.js';
import { Status } from '../../core/applications/status.js';
import { SystemCategory } from '../../core/documents/document.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { PolicyPrinter } from '../issue/policy-printer.js';
import { ACCEPTANCE, buildAnswer, buildPaymentNote, ISSUE, toOfferDocument } from './offer-document.mapper.js';
import { assertNeeds, sortNeeds, type NeedAnswer } from './needs-statement.js';
import { OfferRepository, type Offer } from './offer.repository.js';

const OFFERED: ReadonlySet<Status> = new Set([Status.CALCULATED, Status.AWAITING_CUSTOMER_APPROVAL, Status.AWAITING_ACCEPTANCE]);

@Injectable()
export class OfferService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly applicationRows: ApplicationRepository,
    private readonly lines: LineRegistry,
    private readonly offers: OfferRepository,
    private readonly printer: PolicyPrinter,
    private readonly store: Store,
  ) {}

  async list(caller: UserCaller, idText: string): Promise<{ readonly application: ApplicationRecord; readonly offers: Offer[] }> {
    const application = await this.applications.getApplication(caller, idText, 'any');
    return { application, offers: await this.offers.listOffers(caller.environment, application.id) };
  }

  /** Returns an existing offer for the same version and answers (customer.3). */
  async make(caller: UserCaller, idText: string, answers: readonly NeedAnswer[] | null): Promise<Offer> {
    const application = await this.applications.getOwnApplication(caller, idText, 'any');
    if (!OFFERED.has(application.status)) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS);
    const needs = sortNeeds(answers);
    const made = await this.offers.findOffer(caller.environment, application, needs);
    return made ?? this.insert(caller, application, needs);
  }

  private async insert(caller: UserCaller, application: ApplicationRecord, needs: NeedAnswer[] | null): Promise<Offer> {
    const { at, user } = caller;
    const { id, line, price, version, startDate, endDate } = application;
    const ofLine = this.lines.of(line);
    const recalculation = ofLine.calculator.calculate(caller, application.questionnaire, application.approval);
    const tariff = assertPriceStands(application, recalculation, toLocalDate(at));
    if (!price) throw new Error(`Application ${id} has no price for its offer.`);
    assertNeeds(tariff, needs);
    const offerNo = await this.offers.claimNumber(caller);
    const validUntil = getLastDay(application, tariff);
    const acceptance = application.acceptBy === null ? ACCEPTANCE : buildAnswer(addDays(toLocalDate(application.acceptBy), -1));
    const printed = await this.printer.print(caller, application, at, (facts) => ({
      kind: 'offer',
      data: toOfferDocument({
        ...facts,
        ...{ tariff, price, line, offerNo, validUntil, needs },
        riskKinds: ofLine.listRiskKinds(application.questionnaire),
        agent: { code: application.agentCode, name: facts.agent?.name ?? '', licenceNo: facts.agent?.licenceNo },
        applicationNo: application.applicationNo,
        period: { start: startDate, end: endDate },
        payFrequencyMonths: application.payFrequencyMonths,
        missing: [acceptance, buildPaymentNote(price), ISSUE],
        notes: application.messages.filter(({ severity }) => severity === 'warning').map(({ text }) => text),
      }),
    }));
    const fileName = `${application.applicationNo}-offer-${offerNo}.pdf`;
    const document = { ...printed, applicationId: id, createdBy: 'system', createdAt: at, categoryId: SystemCategory.OFFER, fileName };
    const sha256 = hashFile(printed.content);
    return this.store
      .transaction(caller, async (tx) => {
        await this.applicationRows.lockVersion(tx, application);
        const stored = await this.printer.storeOnce(tx, buildKey(version, needs), document);
        if (stored === null) throw new VersionChanged();
        const offer: Offer = {
          ...{ offerNo, line, validUntil, sha256, needs },
          agentCode: application.agentCode,
          applicationId: id,
          applicationVersion: version,
          documentId: stored.id,
          tariffCode: tariff.code,
          tariffVersion: tariff.version,
          gross: price.gross,
          madeBy: user.name,
          madeAt: at,
        };
        await this.offers.insert(tx, offer);
        return offer;
      })
      .catch((error: unknown) => {
        throw error instanceof VersionChanged ? new DomainError(ErrorCode.CHANGED_MEANWHILE) : error;
      });
  }
}

/** The price counts until it is too old, the start, or the end of the time to answer. */
function getLastDay({ calculatedAt, startDate, acceptBy }: ApplicationRecord, { quoteValidityDays }: Tariff): LocalDate {
  const lastDay = findEarliest(addDays(toLocalDate(calculatedAt), quoteValidityDays), startDate);
  return acceptBy === null ? lastDay : findEarliest(lastDay, addDays(toLocalDate(acceptBy), -1));
}

export function findEarliest(one: LocalDate, other: LocalDate): LocalDate {
  return one < other ? one : other;
}

/** Simultaneous calls store one document for the same answers. */
function buildKey(version: number, needs: readonly NeedAnswer[] | null): string {
  const answers = needs?.map(({ code, answer }) => `${code}=${answer}`).join();
  return answers === undefined ? `offer:${version}` : `offer:${version}:${answers}`;
}

export function hashFile(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
