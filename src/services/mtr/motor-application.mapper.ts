import { Injectable } from '@nestjs/common';
import { addMonths, toLocalDateTime } from '../../common/athens.js';
import type { Occasion, UserCaller } from '../../common/caller.js';
import { amountToNumber } from '../../common/money.js';
import { fieldNamesOf } from '../../common/validation/dto.js';
import { codesOf } from '../../pricing/code-list.js';
import { discountAmounts } from '../../pricing/discount-amounts.js';
import { selectCovers } from '../../pricing/selection.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { ApplicationHead, ApplicationRecord } from '../../record/applications/application.js';
import { applicationLinks } from '../../record/applications/application-links.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/lines/motor-questionnaire.js';
import type { AnswerPart, KeptSource, LineAnswer } from '../../record/applications/shown-answers.js';
import { STATUSES } from '../../record/applications/status.js';
import { wordsFor, type LookUp, type LookUps, type Words } from '../../record/applications/words.js';
import type { ListName } from '../../record/reference/registry.js';
import { toDiscounts } from '../../record/lines/price.mapper.js';
import { TariffService } from '../../record/tariffs/tariff.service.js';
import { MotorApplicationFields } from './motor-application.dto.js';
import { MotorCalculator } from './motor-calculator.js';
import type { MotorApplicationResponse, MotorPersonResponse } from './motor-response.dto.js';
import { MotorPersonRequest } from './motor-person.dto.js';
import { toMessage, toPremium } from './motor-premium.mapper.js';
import type { MotorCoverResponse, MotorErrorResponse } from './motor-premium.dto.js';

export type MotorRecord = ApplicationRecord<'motor'>;

export const DONE: MotorErrorResponse = { no: '0', message: 'OK' };
const BRANCH_TITLE = { el: 'Ασφάλιση αυτοκινήτου', en: 'Motor insurance' };

/** Whose titles stand in a response. */
const LISTS = [
  ...(['vehicleUsages', 'vehicleMakes', 'vehicleModels', 'fuelTypes', 'autonomousTypes', 'leaseTypes', 'licenceTypes'] as const),
  ...(['contactWays', 'personTypes', 'jobs', 'genders', 'doy'] as const),
] satisfies readonly ListName[];
type TitledList = (typeof LISTS)[number];

/** Every field that can be sent: a response has it, as null where it is absent. */
const NO_PERSON = nulls(fieldNamesOf(MotorPersonRequest));
const NO_APPLICATION = nulls(fieldNamesOf(MotorApplicationFields));

/**
 * The application as the vehicle service returns it (motor.1), for applications and policies alike. Titles of lists are looked up when it is sent:
 * lists change without a release.
 */
@Injectable()
export class MotorApplicationMapper implements LineAnswer<'motor'> {
  readonly form = 1;
  readonly lookUps: LookUps;
  readonly parts: readonly AnswerPart<'motor'>[] = [
    { kept: sent },
    { live: numbersAndDates },
    { kept: namesAndFreeze },
    { live: acceptanceAndRenewals },
    { kept: (source, words, occasion) => this.described(source, words, occasion) },
    { live: end },
  ];

  constructor(
    private readonly calculator: MotorCalculator,
    private readonly tariffs: TariffService,
  ) {
    const { lists } = calculator;
    const find =
      (list: ListName): LookUp =>
      (language, code = '') =>
        lists.title(list, code)?.[language] ?? null;
    this.lookUps = {
      ...Object.fromEntries(LISTS.map((list) => [list, find(list)])),
      letter: (_, code = '') => lists.item('personTypes', code)?.letter ?? null,
      region: (_, postcode = '') => lists.prefectureOf(postcode) ?? null,
      regionName: (language, postcode = '') => find('prefectures')(language, lists.prefectureOf(postcode) ?? ''),
    };
  }

  toResponse(application: MotorRecord, caller: UserCaller): MotorApplicationResponse {
    const words = wordsFor(caller, this.lookUps);
    return {
      ...(sent(application) as MotorApplicationFields),
      ...numbersAndDates(application, caller),
      ...namesAndFreeze(application),
      ...acceptanceAndRenewals(application),
      ...this.described(application, words, caller),
      ...end(application, caller),
    };
  }

  /** Without a price, covers and discounts are those of the tariff that a calculation would use at that moment. */
  isKept(source: KeptSource<'motor'>, occasion: Occasion): boolean {
    return source.price !== null && this.tariffOf(source, occasion) !== undefined;
  }

  /** Titles, persons, and what followed from what was sent. */
  private described(source: KeptSource<'motor'>, words: Words, occasion: Occasion) {
    const { questionnaire, price } = source;
    const messages = source.messages.map((message) => toMessage(message, words));
    const tariff = this.tariffOf(source, occasion);
    const bundle = tariff?.bundles.get(questionnaire.bundleCode ?? '');
    return {
      ...titlesAndPersons(questionnaire, words),
      rateTitle: price && `${price.tariffCode} ${price.tariffVersion}`,
      bundleTitle: bundle ? words.title('bundles', bundle.code, bundle.title) : null,
      covers: coversOf(source, tariff).map((cover) => ({ ...cover, title: words.title('covers', cover.code, cover.title) })),
      discounts: tariff ? toDiscounts(discountAmounts(codesOf(questionnaire.discountCodes), price, tariff), words) : [],
      premium: price && toPremium(price, words),
      pendingMessages: messages.filter(({ severity }) => severity !== 'warning'),
      applicationMessages: messages,
    };
  }

  /** The tariff of the price; without a price, the one that a calculation would use. */
  private tariffOf({ price, questionnaire }: KeptSource<'motor'>, occasion: Occasion): Tariff | undefined {
    return price
      ? this.tariffs.find(occasion.environment, price.tariffCode, price.tariffVersion)
      : this.calculator.tariffFor(occasion, questionnaire);
  }
}

/** Every field that can be sent, as it was. */
function sent({ questionnaire, price }: KeptSource<'motor'>): object {
  return { ...NO_APPLICATION, ...sentFields(questionnaire), rateCode: questionnaire.rateCode ?? price?.tariffCode ?? null };
}

function sentFields({
  agentTitles: _titles,
  frozen: _frozen,
  registryBonusMalus: _registry,
  client: _client,
  insured: _insured,
  ...fields
}: MotorQuestionnaire): object {
  const { fuelType, autonomousType, leaseType, swappableCovers, drivers, ...others } = fields;
  return {
    ...others,
    ...(swappableCovers && { swappableCovers }),
    ...(drivers && { drivers }),
    ...(fuelType && { fuelType: Number(fuelType) }),
    ...(autonomousType && { autonomousType: Number(autonomousType) }),
    ...(leaseType && { leaseType: Number(leaseType) }),
  };
}

function numbersAndDates(application: ApplicationHead, { language, user }: UserCaller) {
  return {
    id: application.id,
    userName: user.name,
    branchCode: 'MOTOR',
    branchTitle: BRANCH_TITLE[language],
    statusCode: application.status,
    statusTitle: STATUSES[application.status].title[language],
    applicationNo: application.applicationNo,
    applicationDate: toLocalDateTime(application.createdAt),
    policyNo: application.policyNo,
    policyIssueDate: application.issueDate,
    policyEndDate: application.endDate,
    policyAnniversaryDate: addMonths(application.startDate, 12),
    agentCode: application.agentCode,
  };
}

function namesAndFreeze({ questionnaire: { agentTitles, frozen } }: KeptSource<'motor'>) {
  return {
    agentTitle: agentTitles?.agent ?? null,
    commisionAgentTitle: agentTitles?.commisionAgent ?? null,
    serviceAgentTitle: agentTitles?.serviceAgent ?? null,
    frozenUntil: frozen?.until ?? null,
  };
}

function acceptanceAndRenewals({ acceptedAt, renewalOf, renewedBy }: ApplicationHead) {
  return { acceptedAt: acceptedAt && toLocalDateTime(acceptedAt), renewalOf, renewedBy };
}

function titlesAndPersons(sent: MotorQuestionnaire, words: Words) {
  const { regionPostcode } = sent;
  return {
    regionCode: found('region', regionPostcode, words),
    regionName: found('regionName', regionPostcode, words),
    usageTitle: found('vehicleUsages', sent.usageCode, words),
    makeTitle: found('vehicleMakes', sent.makeCode, words),
    modelTitle: found('vehicleModels', sent.modelCode, words),
    fuelTitle: found('fuelTypes', sent.fuelType, words),
    autonomousTitle: found('autonomousTypes', sent.autonomousType, words),
    leaseTypeTitle: found('leaseTypes', sent.leaseType, words),
    driverLicenceTitle: found('licenceTypes', sent.driverLicenceType, words),
    contactwayTitle: found('contactWays', sent.contactwayCode, words),
    client: toPersonResponse(sent.client, words),
    insured: toPersonResponse(sent.insured ?? sent.client, words),
  };
}

function toPersonResponse(person: MotorPerson, words: Words): MotorPersonResponse {
  return {
    ...(NO_PERSON as object),
    ...person,
    personType: words.find('letter', person.personTypeCode),
    personTypeTitle: found('personTypes', person.personTypeCode, words),
    jobTitle: found('jobs', person.jobCode, words),
    genderTitle: found('genders', person.genderCode, words),
    doyTitle: found('doy', person.doyCode, words),
    licenceTitle: found('licenceTypes', person.licenceType, words),
  };
}

function end(application: ApplicationHead, { root }: UserCaller) {
  const { lastReceipt, version } = application;
  return {
    lastReceipt: lastReceipt && { ...lastReceipt, gross: amountToNumber(lastReceipt.gross) },
    actionOutcome: DONE,
    links: applicationLinks(application, root),
    version,
  };
}

/** The covers with their premium; without a price, the chosen covers. */
function coversOf({ price, questionnaire }: KeptSource<'motor'>, tariff: Tariff | undefined): MotorCoverResponse[] {
  if (price) {
    return price.lines.map(({ cover, title, sumInsured, net }) => ({
      code: cover,
      title,
      sumInsured: sumInsured === null ? null : amountToNumber(sumInsured),
      premium: amountToNumber(net),
    }));
  }
  const extras = codesOf(questionnaire.extraCovers).map((cover) => ({ cover }));
  const chosen = selectCovers(tariff?.bundles.get(questionnaire.bundleCode ?? ''), extras, questionnaire.swappableCovers);
  const covers = [...(tariff?.covers.values() ?? [])].filter(({ code }) => chosen.has(code));
  return covers.map(({ code, title }) => ({ code, title, sumInsured: null, premium: null }));
}

function found(list: TitledList | 'region' | 'regionName', code: string | undefined, words: Words): string | null {
  return code === undefined ? null : words.find(list, code);
}

function nulls(fields: readonly string[]): Readonly<Record<string, null>> {
  return Object.fromEntries(fields.map((field) => [field, null]));
}
