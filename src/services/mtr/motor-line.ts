import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../common/caller.js';
import type { Language, Text } from '../../common/language.js';
import { LineRegistry } from '../../record/core/lines/line-registry.js';
import type { Contract, Line, Suspension } from '../../record/core/lines/line.js';
import { BonusMalusRegistry, type RegistryPlace } from '../../record/reference/bonus-malus/bonus-malus-registry.js';
import type { MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import { findForbiddenMotorChanges, listChangeableMotorFields } from './motor-changes.js';
import { buildMotorContract } from './motor-contract.js';
import { MOTOR_FORM } from './motor-form.js';
import { MotorApplicationMapper, type MotorRecord } from './motor-application.mapper.js';
import { MotorCalculator } from './motor-calculator.js';
import { toMotorPersons } from './motor-persons.mapper.js';
import { MotorQuestionnaireReader } from './motor-questionnaire.reader.js';
import type { MotorApplicationResponse } from './motor-response.dto.js';
import { MotorRenewer } from './motor-renewer.js';
import { parseCodes } from '../../pricing/code-list.js';
import type { Tariff } from '../../pricing/tariff.js';
import { isChassisNumber } from '../../common/plate.js';
import type { Transaction } from '../../store/store.js';
import type { Terms } from '../../record/core/applications/approval.js';
import { getPrintedWords } from '../../record/contract/issue/printed-words.js';

@Injectable()
export class MotorLine implements Line<'motor'> {
  readonly code = 'motor';
  readonly fieldsOfTerm = ['bonusMalus', 'registryBonusMalus', 'frozen', 'isSuspended', 'rateCode'] as const;
  readonly personsOf = toMotorPersons;
  readonly form = MOTOR_FORM;
  readonly findForbiddenChanges = findForbiddenMotorChanges;
  readonly listChangeableFields = listChangeableMotorFields;
  readonly suspension: Suspension<'motor'> = {
    getMinDays: ({ motor }) => motor?.suspension?.minDays ?? null,
    apply: ({ isSuspended: _former, ...questionnaire }, isSuspended) => ({ ...questionnaire, ...(isSuspended && { isSuspended }) }),
  };

  constructor(
    readonly reader: MotorQuestionnaireReader,
    readonly calculator: MotorCalculator,
    readonly renewer: MotorRenewer,
    private readonly mapper: MotorApplicationMapper,
    private readonly registry: BonusMalusRegistry,
    lines: LineRegistry,
  ) {
    lines.register(this);
  }

  contractOf(questionnaire: MotorQuestionnaire, language: Language, tariff?: Tariff, terms?: Terms | null): Contract {
    const deductible = terms?.deductible === undefined ? questionnaire.deductible : Number(terms.deductible);
    return buildMotorContract({ ...questionnaire, deductible }, getPrintedWords(this.calculator.lists, language), tariff);
  }

  toResponse(application: MotorRecord, caller: UserCaller): MotorApplicationResponse {
    return this.mapper.toResponse(application, caller);
  }

  listBundles({ bundleCode }: MotorQuestionnaire): string[] {
    return bundleCode === undefined ? [] : [bundleCode];
  }

  listRiskKinds({ usageCode }: MotorQuestionnaire): string[] {
    return [usageCode];
  }

  creditorsOf({ pawnerTitle, leaseType }: MotorQuestionnaire): Text[] {
    if (pawnerTitle) return [{ el: pawnerTitle, en: pawnerTitle }];
    return leaseType ? [LESSOR] : [];
  }

  listDiscounts({ discountCodes }: MotorQuestionnaire): readonly (readonly string[])[] {
    return [parseCodes(discountCodes)];
  }

  /** The class of the policyholder goes with the vehicle to its new plate, or to the vehicle that replaces it. */
  async saveChange(tx: Transaction, place: RegistryPlace, before: MotorQuestionnaire, after: MotorQuestionnaire): Promise<void> {
    const [from, to, { afm }] = [before.plateNo, after.plateNo, after.client];
    if (from !== undefined && to !== undefined && from !== to && before.client.afm === afm)
      await this.registry.rename(tx, place, afm, { from, to });
  }

  /** A vehicle without a plate has its chassis number instead, so that it cannot have two policies. */
  plateOf({ plateNo, frameNumber }: MotorQuestionnaire): string | null {
    return plateNo ?? (isChassisNumber(frameNumber) ? frameNumber.toUpperCase() : null);
  }
}

/** Addressee of a leased vehicle whose lessor has no name in the policy. */
const LESSOR: Text = { el: 'Εκμισθωτής του οχήματος', en: 'Lessor of the vehicle' };
