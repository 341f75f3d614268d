import type { Tariff } from '../../../pricing/tariff.js';
import type { ReferenceLists } from '../lists/reference-lists.js';
import type { ListName } from '../lists/registry.js';

export interface Domain {
  readonly active: readonly string[];
  readonly known: ReadonlySet<string>;
}

const LISTS: Readonly<Record<string, ListName>> = {
  kind: 'kindsOfRisk',
  subkind: 'subkindsOfRisk',
  skeleton: 'skeletons',
  roof: 'roofs',
  prefecture: 'prefectures',
  locks: 'locks',
  group: 'groupsInsured',
};
const FLAGS: ReadonlySet<string> = new Set([
  'startDateInvalid', 'consentsMissing', 'bundleAllowed', 'extraCoverInvalid', 'discountInvalid', 'referralDiscount',
  'hasBasementInsured', 'hasGroundOrBelowInsured', 'isOwner', 'illegal', 'hasFireProtection', 'groupsMixed', 'yearsInvalid',
  'regionKnown', 'bonusMalusInvalid', 'bonusMalusBetterThanRegistry', 'manufacturedAfterStart', 'plateValid', 'vehicleDataMissing',
]);
const DEDUCTIBLES = ['300', '500', '1000'];
const NO_ALARM = '00';
const REGION_DIGITS = 2;

export function getDomain(fact: string, tariff: Tariff, lists: ReferenceLists): Domain | undefined {
  const list = LISTS[fact];
  if (list !== undefined) return ofList(list, lists);
  if (FLAGS.has(fact)) return of(['0', '1']);
  switch (fact) {
    case 'alarm':
      return including(ofList('alarms', lists), NO_ALARM);
    case 'seismicZone':
      return of([...new Set(tariff.seismicZones.values())]);
    case 'hazardClass':
      return of([...new Set(lists.all('subkindsOfRisk').map(({ hazardClass }) => String(hazardClass)))]);
    case 'usage':
      return of([...(tariff.motor?.usages.keys() ?? [])]);
    case 'deductible':
      return of(DEDUCTIBLES);
    case 'bonusMalus':
      return of(classes(tariff));
    case 'postcodePrefix':
      return of([...new Set(lists.all('postcodes').map(({ postCode }) => postCode.slice(0, REGION_DIGITS)))]);
    default:
      return undefined;
  }
}

function of(codes: readonly string[]): Domain {
  return { active: codes, known: new Set(codes) };
}

function including({ active, known }: Domain, code: string): Domain {
  return { active: [...new Set([code, ...active])], known: new Set([code, ...known]) };
}

function ofList(list: ListName, lists: ReferenceLists): Domain {
  const codes = lists.all(list).map((row) => String((row as { readonly code?: string | number }).code));
  return { active: codes.filter((code) => lists.isActive(list, code)), known: new Set(codes) };
}

function classes({ motor }: Tariff): string[] {
  if (!motor) return [];
  const { min, max } = motor.bonusMalus;
  return Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
}
