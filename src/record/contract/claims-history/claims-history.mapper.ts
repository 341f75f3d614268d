import type { LocalDate } from '../../../common/athens.js';
import { LANGUAGES } from '../../../common/language.js';
import { RENEWAL_SOURCE, type BonusMalusEntry } from '../../reference/bonus-malus/bonus-malus-registry.js';
import type {
  ClaimsHistoryDocument,
  PrintedContractPeriod,
  PrintedVehicle,
  PrintedVehicleHistory,
} from '../../core/documents/rendering/claims-history.js';
import { getGreenCardCategory } from '../issue/green-card.mapper.js';
import type { MotorQuestionnaire } from '../../reference/products/motor-questionnaire.js';
import { isIndividualType } from '../../core/parties/person.js';
import type { ReferenceLists } from '../../reference/lists/reference-lists.js';
import type { ListName } from '../../reference/lists/registry.js';
import { getStatusTitle, Status } from '../../core/applications/status.js';
import type { VehicleContract } from './claims-history.repository.js';

export interface History {
  readonly contracts: readonly VehicleContract[];
  readonly omitted: number;
  readonly registry: ReadonlyMap<string, BonusMalusEntry>;
}

/** Maps recorded facts only; null is printed as not held (documents.24). */
export function toClaimsHistory(
  { contracts, omitted, registry }: History,
  lists: ReferenceLists,
): Pick<ClaimsHistoryDocument, 'policyholder' | 'vehicles' | 'omitted'> {
  const [latest] = contracts;
  if (!latest) throw new Error('The claims history has no contract.');
  const vehicles = new Map<string, VehicleContract[]>();
  for (const contract of contracts) {
    const key = contract.plateNo ?? contract.questionnaire.frameNumber ?? contract.policyNo;
    vehicles.set(key, [...(vehicles.get(key) ?? []), contract]);
  }
  return {
    policyholder: toPolicyholder(latest.questionnaire, lists),
    vehicles: [...vehicles.values()].map((own) => toVehicle(own, registry, lists)),
    omitted,
  };
}

function toPolicyholder({ client }: MotorQuestionnaire, lists: ReferenceLists): ClaimsHistoryDocument['policyholder'] {
  const place = [client.addressPostcode, client.addressCity].filter(Boolean).join(' ');
  return {
    name: [client.lastName, client.firstName].filter(Boolean).join(' '),
    afm: client.afm,
    isCompany: !isIndividualType(client.personTypeCode, lists),
    birthdate: client.birthdate ?? null,
    address: [client.addressStreet, place].filter(Boolean).join(', ') || null,
    phone: client.mobile ?? client.phone ?? null,
    email: client.email ?? null,
  };
}

function toVehicle(contracts: readonly VehicleContract[], registry: History['registry'], lists: ReferenceLists): PrintedVehicleHistory {
  const [latest] = contracts as readonly [VehicleContract];
  const entry = latest.plateNo === null ? undefined : registry.get(latest.plateNo);
  return {
    ...toPrintedVehicle(latest, lists),
    contracts: contracts.flatMap(toPeriods),
    registry: entry
      ? {
          bonusMalus: entry.bonusMalus,
          ...getClaims(entry),
          isRenewal: entry.source === RENEWAL_SOURCE,
          source: entry.source,
          asOf: entry.asOf,
        }
      : null,
  };
}

/** After a renewal a 0 is no report, because the renewal calculates both numbers. */
function getClaims({ source, claimsLastYear, claimsLast5Years }: BonusMalusEntry): { lastYear: number | null; last5Years: number | null } {
  if (source !== RENEWAL_SOURCE) return { lastYear: claimsLastYear, last5Years: claimsLast5Years };
  return { lastYear: null, last5Years: claimsLast5Years || null };
}

function toPrintedVehicle({ plateNo, questionnaire }: VehicleContract, lists: ReferenceLists): PrintedVehicle {
  const { usageCode, makeCode, modelCode, factoryName, frameNumber } = questionnaire;
  const title = (list: ListName, code: string | undefined): string | null =>
    code === undefined ? null : (lists.title(list, code)?.el ?? code);
  const usage = lists.title('vehicleUsages', usageCode);
  return {
    plateNo,
    chassisNo: frameNumber ?? null,
    category: `${getGreenCardCategory(questionnaire, lists)} – ${usage ? LANGUAGES.map((language) => usage[language]).join(' · ') : usageCode}`,
    make: [title('vehicleMakes', makeCode) ?? factoryName, title('vehicleModels', modelCode)].filter(Boolean).join(' ') || null,
  };
}

function toPeriods({ policyNo, status, startDate, coverEnds, paid, questionnaire }: VehicleContract): PrintedContractPeriod[] {
  const facts = { policyNo, status: getStatusTitle(status, 'motor'), bonusMalus: questionnaire.bonusMalus ?? null };
  if (status === Status.CANCELLED_MID_TERM && coverEnds === null) return [{ ...facts, start: startDate, end: null, hasCover: true }];
  const stretches: { start: LocalDate; end: LocalDate }[] = [];
  for (const { start, end } of paid) {
    const covered = { start, end: coverEnds !== null && coverEnds < end ? coverEnds : end };
    if (covered.end <= start) continue;
    const previous = stretches.at(-1);
    if (previous?.end === start) previous.end = covered.end;
    else stretches.push(covered);
  }
  if (stretches.length === 0) return [{ ...facts, start: startDate, end: startDate, hasCover: false }];
  return stretches.reverse().map((stretch) => ({ ...facts, ...stretch, hasCover: true }));
}
