import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { OperationContext } from '../../common/caller.js';
import { ErrorCode, ERROR_TEXTS } from '../../common/error-codes.js';
import { calculate } from '../../pricing/calculate.js';
import { buildMotorFacts } from '../../pricing/motor-facts.js';
import type { MotorReference } from '../../pricing/motor-risk.js';
import type { Calculation, RuleMessage } from '../../pricing/price.js';
import type { Tariff } from '../../pricing/tariff.js';
import { hashRisk, type Approval } from '../../record/core/applications/approval.js';
import { calculateApplication, type CalculatedApplication } from '../../record/core/applications/calculated-application.js';
import type { CalculatedChange, LineChange } from '../../record/core/lines/change.js';
import { calculateChangedPolicy } from '../../record/core/lines/changed-policy.js';
import type { LineCalculator } from '../../record/core/lines/line.js';
import type { MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import { Status } from '../../record/core/applications/status.js';
import { TariffService } from '../../record/reference/tariffs/tariff.service.js';
import { isIndividualType } from '../../record/core/parties/person.js';
import { buildMotorReference, toMotorRisk } from './motor-risk.mapper.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

const BRANCH = 'MOTOR';
const VEHICLE_ID = 1;

@Injectable()
export class MotorCalculator implements LineCalculator<'motor'> {
  constructor(
    private readonly tariffs: TariffService,
    readonly lists: ReferenceLists,
  ) {}

  calculate(context: OperationContext, questionnaire: MotorQuestionnaire, approval: Approval | null): CalculatedApplication {
    const { policyStartDate: startDate, payFrequencyInMonths: payFrequencyMonths, client, frozen } = questionnaire;
    const risk = toMotorRisk(questionnaire);
    const reference = this.buildReference(questionnaire);
    return calculateApplication(context, {
      startDate,
      payFrequencyMonths,
      client,
      approval,
      riskHash: () => this.riskHash(questionnaire),
      tariff: this.findTariff(context, questionnaire),
      frozenUntil: frozen?.until,
      calculate: (tariff, terms) => {
        const calculation = calculate(buildMotorFacts(risk, tariff, reference, toLocalDate(context.at)), tariff, terms);
        const { bundleCode, plateNo } = questionnaire;
        const priced = bundleCode === undefined ? reportMissing(calculation, tariff, 'bundleCode') : calculation;
        return plateNo === undefined && refusesPlate(priced, tariff) ? reportMissing(priced, tariff, 'plateNo') : priced;
      },
    });
  }

  calculateChange({ environment }: Pick<OperationContext, 'environment'>, change: LineChange<'motor'>): CalculatedChange {
    const tariff = this.tariffs.get(environment, change.tariff);
    return calculateChangedPolicy(change, {
      tariff,
      buildFacts: (questionnaire, since) => {
        const driverAsOf = since(({ driverBirthYear, driverLicenceDate }) => [driverBirthYear, driverLicenceDate]);
        const vehicleAsOf = since(({ makeCode, modelCode, manufactureYear }) => [makeCode, modelCode, manufactureYear]);
        const risk = { ...toMotorRisk(questionnaire), driverAsOf, vehicleAsOf };
        // Passes the start as today, because a past start is valid here.
        const facts = buildMotorFacts(risk, tariff, this.buildReference(questionnaire), questionnaire.policyStartDate);
        return questionnaire.isSuspended ? { ...facts, runningCovers: tariff.motor?.suspension?.covers } : facts;
      },
      listObjectIds: () => [VEHICLE_ID],
    });
  }

  /** Hashes plate, make, model, persons and rated facts, to detect a change of the risk (applications.11). */
  riskHash(questionnaire: MotorQuestionnaire): string {
    const { plateNo, frameNumber, makeCode = '', modelCode = '', client, insured, registryBonusMalus = null } = questionnaire;
    return hashRisk({
      rated: { ...toMotorRisk(questionnaire), registryBonusMalus },
      place: [plateNo ?? frameNumber ?? '', makeCode, modelCode],
      afms: [client.afm, (insured ?? client).afm],
    });
  }

  private buildReference({ client, registryBonusMalus, frameNumber, modelCode }: MotorQuestionnaire): MotorReference {
    const isCompany = !isIndividualType(client.personTypeCode, this.lists);
    return buildMotorReference({ modelCode }, { registryBonusMalus, frameNumber, isCompany }, this.lists);
  }

  findTariff(
    { environment, at }: OperationContext,
    { policyStartDate, frozen }: Pick<MotorQuestionnaire, 'policyStartDate' | 'frozen'>,
  ): Tariff | undefined {
    if (frozen && toLocalDate(at) <= frozen.until) return this.tariffs.find(environment, frozen.tariffCode, frozen.tariffVersion);
    return this.tariffs.pick(environment, BRANCH, policyStartDate);
  }
}

const FACT_OF = { bundleCode: 'bundleAllowed', plateNo: 'plateValid' } as const;
type ReportedField = keyof typeof FACT_OF;

function listRulesAbout(tariff: Tariff, field: ReportedField): ReadonlySet<string> {
  const rules = tariff.rules.object.filter(({ all }) => all.some(({ fact }) => fact === FACT_OF[field]));
  return new Set(rules.map(({ code }) => code));
}

function refusesPlate({ messages }: Calculation, tariff: Tariff): boolean {
  const rules = listRulesAbout(tariff, 'plateNo');
  return messages.some(({ code }) => rules.has(code));
}

function reportMissing(calculation: Calculation, tariff: Tariff, field: ReportedField): Calculation {
  const rules = listRulesAbout(tariff, field);
  const missing: RuleMessage = {
    code: ErrorCode.REQUIRED,
    outcome: Status.IN_ENTRY,
    where: field,
    text: ERROR_TEXTS[ErrorCode.REQUIRED],
  };
  return { ...calculation, messages: [missing, ...calculation.messages.filter(({ code }) => !rules.has(code))] };
}
