import { decimal, toAmount } from '../../common/money.js';
import type { Tariff } from '../../pricing/tariff.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/lines/motor-questionnaire.js';
import type { InsuredObject, LabelValue, PersonDetails } from '../../record/documents/rendering/documents.types.js';
import type { ReferenceLists } from '../../record/reference/reference-lists.js';
import type { ListName } from '../../record/reference/registry.js';
import type { Contract } from '../../record/issue/contract-description.js';

const DEFAULT_DEDUCTIBLE = 500;
const LIMIT_LABELS: ReadonlyMap<string, string> = new Map([
  ['bodilyInjuryPerVictim', 'Όριο σωματικών βλαβών ανά θύμα'],
  ['propertyPerAccident', 'Όριο υλικών ζημιών ανά ατύχημα'],
]);

/** A vehicle questionnaire as documents print it: codes replaced by their Greek titles. */
export function motorContract(questionnaire: MotorQuestionnaire, lists: ReferenceLists, tariff?: Tariff): Contract {
  const { client, insured, bundleCode = '' } = questionnaire;
  const limits = tariff?.motor?.mandatoryLimits;
  return {
    line: 'Ασφάλιση αυτοκινήτου',
    client: toPersonDetails(client),
    insured: toPersonDetails(insured ?? client),
    facts: [
      { label: 'Πακέτο', value: `${bundleCode} ${tariff?.bundles.get(bundleCode)?.title ?? ''}`.trim() },
      { label: 'Βαθμίδα bonus-malus', value: text(questionnaire.bonusMalus) },
      { label: 'Απαλλαγή', value: euro(questionnaire.deductible ?? DEFAULT_DEDUCTIBLE) },
      ...[...new Set([...LIMIT_LABELS.keys(), ...(limits?.keys() ?? [])])].map((name) => {
        return { label: LIMIT_LABELS.get(name) ?? `Όριο ${name}`, value: euro(limits?.get(name)) };
      }),
      { label: 'Ενυπόθηκος δανειστής', value: questionnaire.pawnerTitle },
    ],
    objects: [toInsuredObject(questionnaire, lists)],
    objectIds: [],
  };
}

function toPersonDetails(person: MotorPerson): PersonDetails {
  const place = [person.addressPostcode, person.addressCity].filter(Boolean).join(' ');
  return {
    name: [person.lastName, person.firstName].filter(Boolean).join(' '),
    afm: person.afm,
    address: [person.addressStreet, place].filter(Boolean).join(', ') || null,
  };
}

function toInsuredObject(vehicle: MotorQuestionnaire, lists: ReferenceLists): InsuredObject {
  const name = [title(lists, 'vehicleMakes', vehicle.makeCode) ?? vehicle.factoryName, title(lists, 'vehicleModels', vehicle.modelCode)];
  return {
    title: [vehicle.plateNo, ...name].filter(Boolean).join(' · '),
    details: [...vehicleDetails(vehicle, lists), ...driverDetails(vehicle)],
    insuredValues: vehicle.insuredValue === undefined ? [] : [{ group: 'Όχημα', amount: toAmount(decimal(vehicle.insuredValue)) }],
  };
}

function vehicleDetails(vehicle: MotorQuestionnaire, lists: ReferenceLists): LabelValue[] {
  return [
    { label: 'Χρήση', value: title(lists, 'vehicleUsages', vehicle.usageCode) },
    { label: 'Ειδικότερη χρήση', value: title(lists, 'vehicleUsageSubcodes', vehicle.usageSubcode) },
    { label: 'Αριθμός πλαισίου', value: vehicle.frameNumber },
    { label: 'Έτος κατασκευής', value: text(vehicle.manufactureYear) },
    { label: 'Κυβισμός', value: withUnit(vehicle.engineCc, 'κ.εκ.') },
    { label: 'Ισχύς', value: withUnit(vehicle.powerInKw, 'kW') },
    { label: 'Μικτό βάρος', value: withUnit(vehicle.grossWeight, 'kg') },
    { label: 'Καύσιμο', value: title(lists, 'fuelTypes', vehicle.fuelType) },
    { label: 'Θέσεις', value: text(vehicle.vehicleSeats) },
    { label: 'Τ.Κ. κυκλοφορίας', value: vehicle.regionPostcode },
    { label: 'Δεύτερος ιδιοκτήτης', value: vehicle.secondOwner },
  ];
}

function driverDetails(vehicle: MotorQuestionnaire): LabelValue[] {
  return [
    { label: 'Οδηγός', value: vehicle.driverName },
    { label: 'Έτος γέννησης οδηγού', value: text(vehicle.driverBirthYear) },
    { label: 'Λοιποί οδηγοί', value: (vehicle.drivers ?? []).map(({ name }) => name).join(', ') },
  ];
}

function title(lists: ReferenceLists, list: ListName, code: string | undefined): string | null {
  return code === undefined ? null : (lists.title(list, code)?.el ?? code);
}

function text(value: number | undefined): string | null {
  return value === undefined ? null : String(value).replace('.', ',');
}

function withUnit(value: number | undefined, unit: string): string | null {
  return value === undefined || value === 0 ? null : `${text(value)} ${unit}`;
}

/** `1.300.000,00 €`. */
function euro(value: number | string | undefined): string | null {
  if (value === undefined) return null;
  const [whole = '', cents = ''] = toAmount(decimal(value)).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${cents} €`;
}
