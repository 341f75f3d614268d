type FieldType = 'string' | 'number' | 'boolean' | 'strings';
type FieldSpec = FieldType | `${FieldType}?`;

export interface ListDefinition {
  readonly file: string;
  readonly key: string;
  readonly fields: Readonly<Record<string, FieldSpec>>;
  readonly references?: Readonly<Record<string, string>>;
}

/** False for a retired code: refused on new input, valid on stored records. */
export const FLAG = 'active';

const TITLED = { title: 'string', titleEn: 'string' } as const;
const CODED = { code: 'string', ...TITLED } as const;

export const REFERENCE_LISTS = {
  prefectures: {
    file: 'prefectures.json',
    key: 'code',
    fields: {
      ...CODED,
      titleOfficial: 'string',
      seat: 'string',
      seatEn: 'string',
      region: 'string',
      isoLegacyCode: 'string',
      postcodePrefixes: 'strings',
    },
    references: { postcodePrefixes: 'postcodePrefixes' },
  },
  postcodePrefixes: {
    file: 'postcode-prefixes.json',
    key: 'prefix',
    fields: { prefix: 'string', from: 'string', to: 'string', prefectureCode: 'string', priority: 'number' },
    references: { prefectureCode: 'prefectures' },
  },
  postcodes: {
    file: 'postcodes.json',
    key: 'postCode',
    fields: { postCode: 'string', prefectureCode: 'string', doyCode: 'string?', alsoServes: 'strings?' },
    references: { prefectureCode: 'prefectures', doyCode: 'doy', alsoServes: 'prefectures' },
  },
  genders: { file: 'genders.json', key: 'code', fields: CODED },
  personTypes: { file: 'person-types.json', key: 'code', fields: { ...CODED, individual: 'boolean', letter: 'string' } },
  jobs: {
    file: 'jobs.json',
    key: 'code',
    fields: { ...CODED, level: 'number', basicJob: 'boolean', parentCode: 'string?' },
    references: { parentCode: 'jobs' },
  },
  banks: { file: 'banks.json', key: 'code', fields: { ...CODED, type: 'string', bic: 'string?' } },
  doy: {
    file: 'doy.json',
    key: 'code',
    fields: { ...CODED, prefectureCode: 'string', note: 'string?' },
    references: { prefectureCode: 'prefectures' },
  },
  nationalities: {
    file: 'nationalities.json',
    key: 'code',
    fields: { ...CODED, alpha3: 'string', numeric: 'string', euMember: 'boolean' },
  },
  contactWays: { file: 'contact-ways.json', key: 'code', fields: CODED },
  marketingConsents: {
    file: 'marketing-consents.json',
    key: 'id',
    fields: {
      masterId: 'number',
      id: 'number',
      masterTitle: 'string',
      masterTitleEn: 'string',
      ...TITLED,
      answers: 'strings',
      defaultAnswer: 'string',
    },
  },
  addressTypes: { file: 'address-types.json', key: 'code', fields: CODED },
  contactTypes: { file: 'contact-types.json', key: 'code', fields: CODED },
  serviceRequestCategories: {
    file: 'service-request-categories.json',
    key: 'id',
    fields: { id: 'string', description: 'string', descriptionEn: 'string' },
  },
  documentCategories: {
    file: 'document-categories.json',
    key: 'id',
    fields: { id: 'number', ...TITLED, line: 'string', systemGenerated: 'boolean' },
  },
  cancellationReasons: { file: 'cancellation-reasons.json', key: 'code', fields: { ...CODED, textRequired: 'boolean' } },
  acceptanceMethods: { file: 'acceptance-methods.json', key: 'code', fields: CODED },

  kindsOfRisk: { file: 'kinds-of-risk.json', key: 'code', fields: { ...CODED, buildingImprovementsApply: 'boolean' } },
  subkindsOfRisk: {
    file: 'subkinds-of-risk.json',
    key: 'code',
    fields: { ...CODED, kindOfRiskCode: 'string', hazardClass: 'number' },
    references: { kindOfRiskCode: 'kindsOfRisk' },
  },
  groupsInsured: { file: 'groups-insured.json', key: 'code', fields: CODED },
  skeletons: { file: 'construction-skeletons.json', key: 'code', fields: { ...CODED, riskClass: 'number' } },
  walls: { file: 'construction-walls.json', key: 'code', fields: { ...CODED, riskClass: 'number' } },
  roofs: { file: 'construction-roofs.json', key: 'code', fields: { ...CODED, riskClass: 'number' } },
  fireProtection: { file: 'fire-protection-measures.json', key: 'id', fields: { id: 'number', ...TITLED, hasMultitude: 'boolean' } },
  theftProtection: { file: 'theft-protection-measures.json', key: 'code', fields: CODED },
  shutters: { file: 'safety-shutters.json', key: 'code', fields: { ...CODED, securityLevel: 'number' } },
  locks: { file: 'type-of-locks.json', key: 'code', fields: { ...CODED, securityLevel: 'number' } },
  alarms: { file: 'alarm-connections.json', key: 'code', fields: CODED },

  vehicleUsages: { file: 'vehicle-usages.json', key: 'code', fields: { ...CODED, abbreviation: 'string', vehicleTypes: 'strings' } },
  vehicleUsageSubcodes: {
    file: 'vehicle-usage-subcodes.json',
    key: 'code',
    fields: { ...CODED, usageCode: 'string' },
    references: { usageCode: 'vehicleUsages' },
  },
  vehicleMakes: {
    file: 'vehicle-makes.json',
    key: 'code',
    fields: { code: 'string', title: 'string', titleUpper: 'string', usageCodes: 'strings', modelCount: 'number' },
    references: { usageCodes: 'vehicleUsages' },
  },
  vehicleModels: {
    file: 'vehicle-models.json',
    key: 'code',
    fields: {
      code: 'string',
      makeCode: 'string',
      title: 'string',
      model: 'string',
      vehicleType: 'string',
      usageCodes: 'strings',
      fuelCode: 'string?',
      engineCc: 'number?',
      nominalCc: 'number?',
      taxableHp: 'number?',
      powerKw: 'number?',
      listPriceEur: 'number?',
      source: 'string',
    },
    references: { makeCode: 'vehicleMakes', usageCodes: 'vehicleUsages', fuelCode: 'fuelTypes' },
  },
  greenCardCountries: {
    file: 'green-card-countries.json',
    key: 'code',
    fields: { ...CODED, eea: 'boolean', covered: 'boolean', limit: 'string?', limitEn: 'string?' },
  },
  fuelTypes: { file: 'fuel-types.json', key: 'code', fields: CODED },
  leaseTypes: { file: 'lease-types.json', key: 'code', fields: CODED },
  licenceTypes: { file: 'licence-types.json', key: 'code', fields: { ...CODED, minAge: 'number?' } },
  autonomousTypes: { file: 'autonomous-types.json', key: 'code', fields: CODED },
} as const satisfies Record<string, ListDefinition>;

export type ListName = keyof typeof REFERENCE_LISTS;
export const LIST_NAMES = Object.keys(REFERENCE_LISTS) as ListName[];

export function hasNumericKey(list: ListName): boolean {
  const { key, fields }: ListDefinition = REFERENCE_LISTS[list];
  return fields[key] === 'number';
}

interface FieldValues {
  string: string;
  number: number;
  boolean: boolean;
  strings: readonly string[];
}
type ValueOf<Spec> = Spec extends keyof FieldValues
  ? FieldValues[Spec]
  : Spec extends `${infer Type extends FieldType}?`
    ? FieldValues[Type]
    : never;
type RequiredFields<Fields> = { readonly [Name in keyof Fields as Fields[Name] extends FieldType ? Name : never]: ValueOf<Fields[Name]> };
type OptionalFields<Fields> = { readonly [Name in keyof Fields as Fields[Name] extends FieldType ? never : Name]?: ValueOf<Fields[Name]> };

export type ItemOf<List extends ListName> = RequiredFields<(typeof REFERENCE_LISTS)[List]['fields']> &
  OptionalFields<(typeof REFERENCE_LISTS)[List]['fields']> & { readonly [FLAG]: boolean };
