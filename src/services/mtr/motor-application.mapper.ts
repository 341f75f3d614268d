import { Injectable } from '@nestjs/common';
import { addMonths, toLocalDateTime } from '../../common/athens.js';
import type { Occasion, UserCaller } from '../../common/caller.js';
import type { Language } from '../../common/language.js';
import { amountToNumber } from '../../common/money.js';
import { fieldNamesOf } from '../../common/validation/dto.js';
import { codesOf } from '../../pricing/code-list.js';
import { discountAmounts } from '../../pricing/discount-amounts.js';
import { selectCovers } from '../../pricing/selection.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { ApplicationRecord } from '../../record/applications/application.js';
import { applicationLinks } from '../../record/applications/application-links.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/lines/motor-questionnaire.js';
import { STATUSES } from '../../record/applications/status.js';
import type { ReferenceLists } from '../../record/reference/reference-lists.js';
import type { ListName } from '../../record/reference/registry.js';
import { toDiscounts } from '../../record/lines/price.mapper.js';
import { tariffTitles } from '../../record/tariffs/tariff-titles.js';
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

/** Every field that can be sent: a response has it, as null where it is absent. */
const NO_PERSON = nulls(fieldNamesOf(MotorPersonRequest));
const NO_APPLICATION = nulls(fieldNamesOf(MotorApplicationFields));

/** The application as the vehicle service returns it (motor.1), for applications and policies alike. */
@Injectable()
export class MotorApplicationMapper {
  constructor(
    private readonly calculator: MotorCalculator,
    private readonly tariffs: TariffService,
  ) {}

  toResponse(application: MotorRecord, caller: UserCaller): MotorApplicationResponse {
    const { language } = caller;
    const { price, lastReceipt } = application;
    const messages = application.messages.map((message) => toMessage(message, language));
    const tariff = this.tariffOf(application, caller);
    const bundle = tariff?.bundles.get(application.questionnaire.bundleCode ?? '');
    return {
      ...(NO_APPLICATION as object),
      ...recordFields(application, caller),
      ...sentFields(application.questionnaire, language, this.calculator.lists),
      rateCode: application.questionnaire.rateCode ?? price?.tariffCode ?? (null as unknown as string),
      rateTitle: price && `${price.tariffCode} ${price.tariffVersion}`,
      bundleTitle: bundle ? tariffTitles.textOf('bundles', bundle)[language] : null,
      covers: coversOf(application, tariff).map((cover) => ({ ...cover, title: tariffTitles.textOf('covers', cover)[language] })),
      discounts: tariff ? toDiscounts(discountAmounts(codesOf(application.questionnaire.discountCodes), price, tariff), language) : [],
      premium: price && toPremium(price, language),
      pendingMessages: messages.filter(({ severity }) => severity !== 'warning'),
      applicationMessages: messages,
      lastReceipt: lastReceipt && { ...lastReceipt, gross: amountToNumber(lastReceipt.gross) },
      actionOutcome: DONE,
      links: applicationLinks(application, caller.root),
      version: application.version,
    };
  }

  /** The tariff of the price; without a price, the one that a calculation would use. */
  private tariffOf({ price, questionnaire }: MotorRecord, occasion: Occasion): Tariff | undefined {
    return price
      ? this.tariffs.find(occasion.environment, price.tariffCode, price.tariffVersion)
      : this.calculator.tariffFor(occasion, questionnaire);
  }
}

function recordFields(application: MotorRecord, { language, user }: UserCaller) {
  const { questionnaire: sent } = application;
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
    policyStartDate: application.startDate,
    policyEndDate: application.endDate,
    policyAnniversaryDate: addMonths(application.startDate, 12),
    payFrequencyInMonths: application.payFrequencyMonths,
    agentCode: application.agentCode,
    agentTitle: sent.agentTitles?.agent ?? null,
    commisionAgentTitle: sent.agentTitles?.commisionAgent ?? null,
    serviceAgentTitle: sent.agentTitles?.serviceAgent ?? null,
    frozenUntil: sent.frozen?.until ?? null,
    acceptedAt: application.acceptedAt && toLocalDateTime(application.acceptedAt),
    renewalOf: application.renewalOf,
    renewedBy: application.renewedBy,
  };
}

function sentFields(
  { agentTitles: _agentTitles, frozen: _frozen, registryBonusMalus: _registry, ...sent }: MotorQuestionnaire,
  language: Language,
  lists: ReferenceLists,
) {
  const { client, insured, fuelType, autonomousType, leaseType, swappableCovers, drivers, ...others } = sent;
  const regionCode = sent.regionPostcode === undefined ? null : (lists.prefectureOf(sent.regionPostcode) ?? null);
  return {
    ...others,
    ...(swappableCovers && { swappableCovers: [...swappableCovers] }),
    ...(drivers && { drivers: [...drivers] }),
    ...(fuelType && { fuelType: Number(fuelType) }),
    ...(autonomousType && { autonomousType: Number(autonomousType) }),
    ...(leaseType && { leaseType: Number(leaseType) }),
    regionCode,
    regionName: titleOf('prefectures', regionCode ?? undefined, language, lists),
    usageTitle: titleOf('vehicleUsages', sent.usageCode, language, lists),
    makeTitle: titleOf('vehicleMakes', sent.makeCode, language, lists),
    modelTitle: titleOf('vehicleModels', sent.modelCode, language, lists),
    fuelTitle: titleOf('fuelTypes', fuelType, language, lists),
    autonomousTitle: titleOf('autonomousTypes', autonomousType, language, lists),
    leaseTypeTitle: titleOf('leaseTypes', leaseType, language, lists),
    driverLicenceTitle: titleOf('licenceTypes', sent.driverLicenceType, language, lists),
    contactwayTitle: titleOf('contactWays', sent.contactwayCode, language, lists),
    client: toPersonResponse(client, language, lists),
    insured: toPersonResponse(insured ?? client, language, lists),
  };
}

function toPersonResponse(person: MotorPerson, language: Language, lists: ReferenceLists): MotorPersonResponse {
  return {
    ...(NO_PERSON as object),
    ...person,
    personType: lists.item('personTypes', person.personTypeCode)?.letter ?? null,
    personTypeTitle: titleOf('personTypes', person.personTypeCode, language, lists),
    jobTitle: titleOf('jobs', person.jobCode, language, lists),
    genderTitle: titleOf('genders', person.genderCode, language, lists),
    doyTitle: titleOf('doy', person.doyCode, language, lists),
    licenceTitle: titleOf('licenceTypes', person.licenceType, language, lists),
  };
}

/** The covers with their premium; without a price, the chosen covers. */
function coversOf({ price, questionnaire }: MotorRecord, tariff: Tariff | undefined): MotorCoverResponse[] {
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

function titleOf(list: ListName, code: string | undefined, language: Language, lists: ReferenceLists): string | null {
  return code === undefined ? null : (lists.title(list, code)?.[language] ?? null);
}

function nulls(fields: readonly string[]): Readonly<Record<string, null>> {
  return Object.fromEntries(fields.map((field) => [field, null]));
}
