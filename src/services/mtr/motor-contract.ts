import type { Text } from '../../common/language.js';
import { toDecimal, toAmount } from '../../common/money.js';
import type { Cover, Tariff } from '../../pricing/tariff.js';
import { LINE_TABLE } from '../../record/reference/products/line-table.js';
import type { MotorPerson, MotorQuestionnaire } from '../../record/reference/products/motor-questionnaire.js';
import type { InsuredObject, LabelValue, PersonDetails } from '../../record/core/documents/rendering/documents.types.js';
import type { Contract } from '../../record/core/lines/line.js';
import type { PrintedWords } from '../../record/contract/issue/printed-words.js';

const DEFAULT_DEDUCTIBLE = 500;
const LIMIT_LABELS: ReadonlyMap<string, Text> = new Map([
  ['bodilyInjuryPerVictim', { el: 'Όριο σωματικών βλαβών ανά θύμα', en: 'Bodily injury limit per victim' }],
  ['propertyPerAccident', { el: 'Όριο υλικών ζημιών ανά ατύχημα', en: 'Property damage limit per accident' }],
]);

export function buildMotorContract(
  questionnaire: Omit<MotorQuestionnaire, 'deductible'> & { readonly deductible?: number | undefined },
  words: PrintedWords,
  tariff?: Tariff,
): Contract {
  const { client, insured, bundleCode = '', deductible = DEFAULT_DEDUCTIBLE } = questionnaire;
  const bundle = tariff?.bundles.get(bundleCode);
  const limits = tariff?.motor?.mandatoryLimits;
  const row = rowIn(words);
  const borne = new Set([...(tariff?.covers.values() ?? [])].filter(isRatedByDeductible).map(({ code }) => code));
  return {
    line: words.text(LINE_TABLE.motor.productTitle),
    client: toPersonDetails(client),
    insured: toPersonDetails(insured ?? client),
    facts: [
      row('Πακέτο', 'Bundle', bundle ? `${bundleCode} ${words.tariffTitle('bundles', bundle)}` : bundleCode),
      row('Βαθμίδα bonus-malus', 'Bonus-malus class', words.number(questionnaire.bonusMalus)),
      // Printed once for the policy when no cover of the tariff is rated by it.
      row('Απαλλαγή', 'Excess', borne.size === 0 ? words.amount(deductible) : null),
      ...[...new Set([...LIMIT_LABELS.keys(), ...(limits?.keys() ?? [])])].map((name) => {
        const { el, en } = LIMIT_LABELS.get(name) ?? { el: `Όριο ${name}`, en: `Limit ${name}` };
        return row(el, en, words.amount(limits?.get(name)));
      }),
      row('Ενεχυρούχος δανειστής', 'Lienholder', questionnaire.pawnerTitle),
    ],
    objects: [toInsuredObject(questionnaire, words)],
    objectIds: [],
    deductibleOf: (cover) => (borne.has(cover) ? words.amount(deductible) : null),
  };
}

/** Whether the insured bears a part of the cover's losses (documents.51). */
function isRatedByDeductible({ factors }: Cover): boolean {
  return factors.some(({ key }) => (key as readonly string[]).includes('deductible'));
}

type Row = (el: string, en: string, value: string | null | undefined) => LabelValue;

function rowIn(words: PrintedWords): Row {
  return (el, en, value) => ({ label: words.text({ el, en }), value });
}

function toPersonDetails(person: MotorPerson): PersonDetails {
  const place = [person.addressPostcode, person.addressCity].filter(Boolean).join(' ');
  return {
    name: [person.lastName, person.firstName].filter(Boolean).join(' '),
    afm: person.afm,
    address: [person.addressStreet, place].filter(Boolean).join(', ') || null,
  };
}

function toInsuredObject(vehicle: MotorQuestionnaire, words: PrintedWords): InsuredObject {
  const name = [words.title('vehicleMakes', vehicle.makeCode) ?? vehicle.factoryName, words.title('vehicleModels', vehicle.modelCode)];
  const group = words.text({ el: 'Όχημα', en: 'Vehicle' });
  return {
    title: [vehicle.plateNo, ...name].filter(Boolean).join(' · '),
    details: [...vehicleDetails(vehicle, words), ...driverDetails(vehicle, words)],
    insuredValues: vehicle.insuredValue === undefined ? [] : [{ group, amount: toAmount(toDecimal(vehicle.insuredValue)) }],
  };
}

function vehicleDetails(vehicle: MotorQuestionnaire, words: PrintedWords): LabelValue[] {
  const row = rowIn(words);
  const withUnit = (value: number | undefined, el: string, en: string): string | null =>
    value === undefined || value === 0 ? null : `${words.number(value)} ${words.text({ el, en })}`;
  return [
    row('Χρήση', 'Use', words.title('vehicleUsages', vehicle.usageCode)),
    row('Ειδικότερη χρήση', 'Type of use', words.title('vehicleUsageSubcodes', vehicle.usageSubcode)),
    row('Αριθμός πλαισίου', 'Chassis number', vehicle.frameNumber),
    row('Έτος κατασκευής', 'Year of manufacture', words.number(vehicle.manufactureYear)),
    row('Κυβισμός', 'Engine capacity', withUnit(vehicle.engineCc, 'κ.εκ.', 'cc')),
    row('Ισχύς', 'Power', withUnit(vehicle.powerInKw, 'kW', 'kW')),
    row('Μικτό βάρος', 'Gross weight', withUnit(vehicle.grossWeight, 'kg', 'kg')),
    row('Καύσιμο', 'Fuel', words.title('fuelTypes', vehicle.fuelType)),
    row('Θέσεις', 'Seats', words.number(vehicle.vehicleSeats)),
    row('Τ.Κ. χρήσης του οχήματος', 'Postcode of use', vehicle.regionPostcode ?? null),
    row('Δεύτερος ιδιοκτήτης', 'Second owner', vehicle.secondOwner),
  ];
}

function driverDetails(vehicle: MotorQuestionnaire, words: PrintedWords): LabelValue[] {
  const row = rowIn(words);
  return [
    row('Οδηγός', 'Driver', vehicle.driverName),
    row('Έτος γέννησης οδηγού', "Driver's year of birth", words.number(vehicle.driverBirthYear)),
    row('Άλλοι οδηγοί', 'Other drivers', (vehicle.drivers ?? []).map(({ name }) => name).join(', ')),
  ];
}
