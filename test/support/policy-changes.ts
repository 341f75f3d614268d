import { addDays } from '../../src/common/athens.js';
import { normalizePlate } from '../../src/common/plate.js';
import type { PriceLine } from '../../src/pricing/price.js';
import type { Tariff } from '../../src/pricing/tariff.js';
import type { Approval, Terms } from '../../src/record/core/applications/approval.js';
import type { CalculatedChange, RatedSegment } from '../../src/record/core/lines/change.js';
import type { FireQuestionnaire } from '../../src/record/reference/products/fire-questionnaire.js';
import type { MotorPerson, MotorQuestionnaire } from '../../src/record/reference/products/motor-questionnaire.js';
import type { TariffService } from '../../src/record/reference/tariffs/tariff.service.js';
import { buildFireBody } from './fire.js';
import { applyChanges, type Changes } from './json-changes.js';
import { CAR } from './pricing-fixtures.js';

/** Start of the term of both policies. */
export const START = '2026-12-01';

/** Apartment of worked example F-1 as stored, in the object with id 1. */
export function buildFirePolicy(changes: Changes = {}): FireQuestionnaire {
  const { fire_application: body } = buildFireBody(addDays(START, -10));
  const objects = body.objects_insured.map((object, index) => ({
    ...object,
    object_id: index + 1,
    claims_history: [],
    'co-owners': [],
    mortgages_loans: [],
  }));
  return applyChanges({ ...body, objects_insured: objects }, changes) as unknown as FireQuestionnaire;
}

/** Car of worked example M-1 as stored. */
export function buildMotorPolicy(changes: Changes = {}): MotorQuestionnaire {
  const plateNo = normalizePlate(CAR.plateNo ?? '');
  return applyChanges({ ...CAR, plateNo, client: CLIENT, registryBonusMalus: null } as object as MotorQuestionnaire, changes);
}

const CLIENT: MotorPerson = {
  id: 1,
  personTypeCode: '1',
  lastName: 'Παπαδοπούλου',
  firstName: 'Μαρία',
  birthdate: '1980-05-14',
  mobile: '6912345678',
  afm: '123456783',
};

/** Returns a segment with the terms of an approval; without an approval for undefined. */
export function buildSegment<Q>(from: string, questionnaire: Q, terms?: Terms | null): RatedSegment<Q> {
  const approval: Approval | null =
    terms === undefined ? null : { riskHash: '', terms, approvedBy: 'underwriter', approvedAt: '2026-11-20T08:00:00Z' };
  return { from, questionnaire, approval };
}

/** Offers tariffs without a database. New business would have the last one. */
export function buildTariffService(tariffs: readonly Tariff[]): TariffService {
  return {
    get: (_: unknown, { tariffCode, tariffVersion }: { readonly tariffCode: string; readonly tariffVersion: number }) =>
      tariffs.find(({ code, version }) => code === tariffCode && version === tariffVersion),
    pick: () => tariffs.at(-1),
  } as object as TariffService;
}

/** Returns the key with which the first line that has the table reads it. */
export function findKey({ price }: CalculatedChange, table: string, object = 1): string | undefined {
  const steps = (price?.lines ?? []).filter((line) => line.object === object).flatMap((line: PriceLine) => line.trace);
  return steps.find((step) => step.table === table)?.key;
}
