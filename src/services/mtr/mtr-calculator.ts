import { Injectable } from '@nestjs/common';
import { addMonths, toLocalDate } from '../../common/athens.js';
import type { Occasion } from '../../common/caller.js';
import type { Environment } from '../../common/environment.js';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import { calculate } from '../../pricing/calculate.js';
import { motorFacts } from '../../pricing/motor-facts.js';
import type { Calculation, RuleMessage } from '../../pricing/price.js';
import type { Tariff } from '../../pricing/tariff.js';
import { approvalFor, riskHash, type Approval } from '../../record/applications/approval.js';
import { calculationMessages, NO_TARIFF, statusUnder } from '../../record/applications/calculated-application.js';
import type { CalculatedApplication, LineCalculator } from '../../record/applications/line-calculators.js';
import type { MotorQuestionnaire } from '../../record/applications/motor-questionnaire.js';
import { Status } from '../../record/applications/status.js';
import { Tariffs } from '../../record/tariffs/tariffs.js';
import type { TariffCodes } from './mtr-consistency.js';
import { motorReferenceOf, toMotorRisk } from './mtr-risk.mapper.js';

const BRANCH = 'MOTOR';
const BUNDLE_FACT = 'bundleAllowed';

/** Prices vehicle questionnaires with the tariff of their start date, or with the one that a freeze keeps. */
@Injectable()
export class MtrCalculator implements LineCalculator {
  constructor(private readonly tariffs: Tariffs) {}

  /** An approval counts for the risk it was given for: then its terms apply, and what was referred may proceed. */
  calculate(occasion: Occasion, questionnaire: MotorQuestionnaire, approval: Approval | null): CalculatedApplication {
    const { at } = occasion;
    const tariff = this.tariffFor(occasion, questionnaire);
    const valid = approvalFor(approval, () => this.riskHash(questionnaire));
    const risk = toMotorRisk(questionnaire);
    const reference = motorReferenceOf(risk, questionnaire.registryBonusMalus ?? null);
    const priced = tariff ? calculate(motorFacts(risk, tariff, reference, toLocalDate(at)), tariff, valid?.terms) : NO_TARIFF;
    const calculation = tariff && questionnaire.bundleCode === undefined ? withoutBundle(priced, tariff) : priced;
    const { client, policyStartDate } = questionnaire;
    return {
      status: statusUnder(valid, calculation),
      tariff,
      frozenUntil: questionnaire.frozen?.until,
      fields: {
        startDate: policyStartDate,
        endDate: addMonths(policyStartDate, 12),
        payFrequencyMonths: questionnaire.payFrequencyInMonths,
        clientAfm: client.afm,
        clientName: [client.lastName, client.firstName].filter(Boolean).join(' '),
        price: calculation.price,
        enfiaEligible: [],
        messages: calculationMessages(valid, calculation, tariff),
        calculatedAt: at,
      },
    };
  }

  /** Another plate, make, model, person or rated fact makes another risk (applications.11). */
  riskHash(questionnaire: MotorQuestionnaire): string {
    const { plateNo = '', makeCode = '', modelCode = '', client, insured, registryBonusMalus = null } = questionnaire;
    return riskHash({
      rated: { ...toMotorRisk(questionnaire), registryBonusMalus },
      place: [plateNo, makeCode, modelCode],
      afms: [client.afm, (insured ?? client).afm],
    });
  }

  /** The tariff of the start date; within the days of a freeze the one that was frozen. */
  tariffFor(
    { environment, at }: Occasion,
    { policyStartDate, frozen }: Pick<MotorQuestionnaire, 'policyStartDate' | 'frozen'>,
  ): Tariff | undefined {
    if (frozen && toLocalDate(at) <= frozen.until) return this.tariff(environment, frozen.tariffCode, frozen.tariffVersion);
    return this.tariffs.pick(environment, BRANCH, policyStartDate);
  }

  /** One version of a tariff. */
  tariff(environment: Environment, code: string, version: number): Tariff | undefined {
    return this.tariffs.all(environment, BRANCH).find((tariff) => tariff.code === code && tariff.version === version);
  }

  /** The codes that any vehicle tariff of the environment knows, whatever its dates. */
  knownCodes(environment: Environment): TariffCodes {
    const tariffs = this.tariffs.all(environment, BRANCH);
    const knownAs = (kind: keyof TariffCodes) => ({ has: (code: string) => tariffs.some((tariff) => tariff[kind].has(code)) });
    return { bundles: knownAs('bundles'), covers: knownAs('covers'), discounts: knownAs('discounts') };
  }
}

/** Of an application without a bundle: the tariff can only say that "this" bundle is not offered. */
function withoutBundle(calculation: Calculation, tariff: Tariff): Calculation {
  const onBundle = new Set(tariff.rules.object.filter(({ all }) => all.some(({ fact }) => fact === BUNDLE_FACT)).map(({ code }) => code));
  const missing: RuleMessage = {
    code: ErrorCode.REQUIRED,
    outcome: Status.IN_ENTRY,
    where: 'bundleCode',
    text: ERROR_TEXTS[ErrorCode.REQUIRED],
  };
  return { ...calculation, messages: [missing, ...calculation.messages.filter(({ code }) => !onBundle.has(code))] };
}
