import { Injectable } from '@nestjs/common';
import { addMonths, toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import type { Language } from '../../common/language.js';
import { toNumber } from '../../common/money.js';
import { mapInTurns } from '../../common/turns.js';
import { listFieldNames } from '../../common/validation/dto.js';
import { parseCodes } from '../../pricing/code-list.js';
import { calculateDiscountAmounts } from '../../pricing/discount-amounts.js';
import type { Price } from '../../pricing/price.js';
import { buildSelection } from '../../pricing/selection.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { ApplicationRecord } from '../../record/core/applications/application.js';
import { buildApplicationLinks } from '../../record/core/applications/application-links.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import { getStatusTitle } from '../../record/core/applications/status.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import type { ListName } from '../../record/reference/lists/registry.js';
import { toDiscounts, toMessageResponse } from '../../record/core/lines/price.mapper.js';
import { getTitle, type TitleReader } from '../../record/reference/tariffs/tariff-titles.js';
import { TariffService } from '../../record/reference/tariffs/tariff.service.js';
import { MotorApplicationFields } from './motor-application.dto.js';
import { MotorCalculator } from './motor-calculator.js';
import type { MotorApplicationResponse, MotorPersonResponse, MotorCoverResponse, MotorErrorResponse } from './motor-response.dto.js';
import { MotorPersonRequest } from './motor-person.dto.js';
import { toPremium } from './motor-premium.mapper.js';

export type MotorRecord = ApplicationRecord<'motor'>;

export const DONE: MotorErrorResponse = { no: '0', message: 'OK' };
const BRANCH_TITLE = { el: 'Ασφάλιση αυτοκινήτου', en: 'Motor insurance' };

// A response has every field of the request; an absent one is null.
const NO_PERSON = nulls(listFieldNames(MotorPersonRequest));
const NO_APPLICATION = nulls(listFieldNames(MotorApplicationFields));

@Injectable()
export class MotorApplicationMapper {
  constructor(
    private readonly calculator: MotorCalculator,
    private readonly tariffs: TariffService,
    private readonly lists: ReferenceLists,
  ) {}

  toResponse(application: MotorRecord, caller: UserCaller): MotorApplicationResponse {
    const { questionnaire, price, lastReceipt } = application;
    const { agentTitles, frozen, isSuspended, regionPostcode } = questionnaire;
    const { language } = caller;
    const title = (list: ListName, code: string | undefined) => this.findTitle(list, code, language);
    const regionCode = regionPostcode === undefined ? null : (this.lists.prefectureOf(regionPostcode) ?? null);
    const tariff = this.findTariff(application, caller);
    const bundle = tariff?.bundles.get(questionnaire.bundleCode ?? '');
    const messages = application.messages.map((message) => toMessageResponse(message, language));
    return {
      ...toSentFields(questionnaire, price),
      outcome: null,
      id: application.id,
      userName: caller.user.name,
      branchCode: 'MOTOR',
      branchTitle: BRANCH_TITLE[language],
      statusCode: application.status,
      statusTitle: getStatusTitle(application.status, application.line)[language],
      applicationNo: application.applicationNo,
      applicationDate: toLocalDateTime(application.createdAt),
      policyNo: application.policyNo,
      policyIssueDate: application.issueDate,
      policyEndDate: application.endDate,
      policyAnniversaryDate: addMonths(application.startDate, 12),
      agentCode: application.agentCode,
      agentTitle: agentTitles?.agent ?? null,
      commisionAgentTitle: agentTitles?.commisionAgent ?? null,
      serviceAgentTitle: agentTitles?.serviceAgent ?? null,
      frozenUntil: frozen?.until ?? null,
      isSuspended: isSuspended === true,
      acceptedAt: application.acceptedAt && toLocalDateTime(application.acceptedAt),
      renewalOf: application.renewalOf,
      renewedBy: application.renewedBy,
      cancelsOn: application.cancelsOn,
      regionCode,
      regionName: title('prefectures', regionCode ?? undefined),
      usageTitle: title('vehicleUsages', questionnaire.usageCode),
      makeTitle: title('vehicleMakes', questionnaire.makeCode),
      modelTitle: title('vehicleModels', questionnaire.modelCode),
      fuelTitle: title('fuelTypes', questionnaire.fuelType),
      autonomousTitle: title('autonomousTypes', questionnaire.autonomousType),
      leaseTypeTitle: title('leaseTypes', questionnaire.leaseType),
      driverLicenceTitle: title('licenceTypes', questionnaire.driverLicenceType),
      contactwayTitle: title('contactWays', questionnaire.contactwayCode),
      client: this.toPersonResponse(questionnaire.client, language),
      insured: this.toPersonResponse(questionnaire.insured ?? questionnaire.client, language),
      rateTitle: price && `${price.tariffCode} ${price.tariffVersion}`,
      bundleTitle: bundle ? getTitle(caller, 'bundles', bundle.code, bundle.title) : null,
      covers: toCovers(application, tariff, caller),
      discounts: tariff ? toDiscounts(calculateDiscountAmounts(parseCodes(questionnaire.discountCodes), price, tariff), caller) : [],
      premium: price && toPremium(price, caller),
      pendingMessages: messages.filter(({ severity }) => severity !== 'warning'),
      applicationMessages: messages,
      lastReceipt: lastReceipt && { ...lastReceipt, gapFrom: lastReceipt.gapFrom ?? null, gross: toNumber(lastReceipt.gross) },
      actionOutcome: DONE,
      links: buildApplicationLinks(application, caller.root),
      version: application.version,
    };
  }

  toResponses(applications: readonly MotorRecord[], caller: UserCaller): Promise<MotorApplicationResponse[]> {
    return mapInTurns(applications, (application) => this.toResponse(application, caller));
  }

  private toPersonResponse(person: MotorPerson, language: Language): MotorPersonResponse {
    return {
      ...(NO_PERSON as object),
      ...person,
      personType: this.lists.item('personTypes', person.personTypeCode)?.letter ?? null,
      personTypeTitle: this.findTitle('personTypes', person.personTypeCode, language),
      jobTitle: this.findTitle('jobs', person.jobCode, language),
      genderTitle: this.findTitle('genders', person.genderCode, language),
      doyTitle: this.findTitle('doy', person.doyCode, language),
      licenceTitle: this.findTitle('licenceTypes', person.licenceType, language),
    };
  }

  private findTitle(list: ListName, code: string | undefined, language: Language): string | null {
    return code === undefined ? null : (this.lists.title(list, code)?.[language] ?? null);
  }

  private findTariff({ price, questionnaire }: MotorRecord, caller: UserCaller): Tariff | undefined {
    return price
      ? this.tariffs.find(caller.environment, price.tariffCode, price.tariffVersion)
      : this.calculator.findTariff(caller, questionnaire);
  }
}

function toSentFields(
  {
    agentTitles: _titles,
    frozen: _frozen,
    isSuspended: _suspended,
    registryBonusMalus: _registry,
    client: _client,
    insured: _insured,
    ...fields
  }: MotorQuestionnaire,
  price: Price | null,
): MotorApplicationFields {
  const { fuelType, autonomousType, leaseType, swappableCovers, drivers, ...others } = fields;
  return {
    ...NO_APPLICATION,
    ...others,
    ...(swappableCovers && { swappableCovers }),
    ...(drivers && { drivers }),
    ...(fuelType && { fuelType: Number(fuelType) }),
    ...(autonomousType && { autonomousType: Number(autonomousType) }),
    ...(leaseType && { leaseType: Number(leaseType) }),
    rateCode: fields.rateCode ?? price?.tariffCode ?? null,
  } as object as MotorApplicationFields;
}

function toCovers({ price, questionnaire }: MotorRecord, tariff: Tariff | undefined, reader: TitleReader): MotorCoverResponse[] {
  if (price) {
    return price.lines.map(({ cover, title, sumInsured, net }) => ({
      code: cover,
      title: getTitle(reader, 'covers', cover, title),
      sumInsured: sumInsured === null ? null : toNumber(sumInsured),
      premium: toNumber(net),
    }));
  }
  const extras = parseCodes(questionnaire.extraCovers).map((cover) => ({ cover }));
  const chosen = buildSelection(tariff?.bundles.get(questionnaire.bundleCode ?? ''), extras, questionnaire.swappableCovers);
  const covers = [...(tariff?.covers.values() ?? [])].filter(({ code }) => chosen.has(code));
  return covers.map(({ code, title }) => ({
    code,
    title: getTitle(reader, 'covers', code, title),
    sumInsured: null,
    premium: null,
  }));
}

function nulls(fields: readonly string[]): Readonly<Record<string, null>> {
  return Object.fromEntries(fields.map((field) => [field, null]));
}
