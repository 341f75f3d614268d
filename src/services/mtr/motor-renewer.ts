import { Injectable } from '@nestjs/common';
import type { LocalDate } from '../../common/athens.js';
import type { OperationContext } from '../../common/caller.js';
import { calculateRenewalClass } from '../../pricing/bonus-malus.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { ApplicationRecord } from '../../record/core/applications/application.js';
import type { LineRenewer, NextYear } from '../../record/core/lines/line.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import { RiskItemIdRepository } from '../../record/core/applications/risk-item-id.repository.js';
import {
  BonusMalusRegistry,
  RENEWAL_SOURCE,
  type BonusMalusEntry,
  type RegistryPlace,
} from '../../record/reference/bonus-malus/bonus-malus-registry.js';
import { ClaimRepository } from '../../record/core/claims/claim.repository.js';
import { TariffService } from '../../record/reference/tariffs/tariff.service.js';
import { MotorCalculator } from './motor-calculator.js';

@Injectable()
export class MotorRenewer implements LineRenewer<'motor'> {
  constructor(
    private readonly calculator: MotorCalculator,
    private readonly tariffs: TariffService,
    private readonly registry: BonusMalusRegistry,
    private readonly ids: RiskItemIdRepository,
    private readonly claims: ClaimRepository,
  ) {}

  async nextYear(context: OperationContext, policy: ApplicationRecord<'motor'>): Promise<NextYear<'motor'>> {
    const { questionnaire: previous } = policy;
    const moved = await this.movedClass(context, previous, policy);
    const [clientId = 0, insuredId = 0] = await this.ids.claimIds(context.environment, 2);
    const withId = (person: MotorPerson, id: number): MotorPerson => ({ ...person, id });
    const questionnaire: MotorQuestionnaire = {
      ...previous,
      policyStartDate: policy.endDate,
      frozen: undefined,
      isSuspended: undefined,
      rateCode: undefined,
      client: withId(previous.client, clientId),
      ...(previous.insured && { insured: withId(previous.insured, insuredId) }),
      ...(moved && { bonusMalus: moved.bonusMalus, registryBonusMalus: moved.bonusMalus }),
    };
    return { questionnaire, ...(moved && { also: (tx) => this.registry.move(tx, getPlace(context, policy), moved) }) };
  }

  /** Returns the registry entry as of the anniversary, which a cancelled renewal may have written already. */
  private async movedClass(
    context: OperationContext,
    { plateNo, client, bonusMalus }: MotorQuestionnaire,
    policy: ApplicationRecord,
  ): Promise<BonusMalusEntry | null> {
    const { endDate, price } = policy;
    const tariff = this.tariffOf(context, endDate, price);
    if (plateNo === undefined || !tariff?.motor) return null;
    const entry = await this.registry.find(getPlace(context, policy), plateNo, client.afm);
    if (entry && entry.asOf >= endDate) return entry;
    const { claimsLastYear, claimsLast5Years } = entry ?? { claimsLastYear: 0, claimsLast5Years: 0 };
    // A claim that the registry reports is usually recorded here too, so the two are not added.
    const unreported = Math.max((await this.claims.countAtFault(context.environment, policy.id)) - claimsLastYear, 0);
    return {
      plateNo,
      afm: client.afm,
      claimsLastYear: 0,
      claimsLast5Years: claimsLast5Years + unreported,
      source: RENEWAL_SOURCE,
      asOf: endDate,
      bonusMalus: calculateRenewalClass(tariff.motor.bonusMalus, entry?.bonusMalus ?? bonusMalus, claimsLastYear + unreported),
    };
  }

  private tariffOf(context: OperationContext, policyStartDate: LocalDate, price: ApplicationRecord['price']): Tariff | undefined {
    const next = this.calculator.findTariff(context, { policyStartDate });
    return next ?? (price ? this.tariffs.find(context.environment, price.tariffCode, price.tariffVersion) : undefined);
  }
}

function getPlace({ environment }: OperationContext, { agentCode }: ApplicationRecord): RegistryPlace {
  return { environment, agentCode };
}
