import { asks, NEEDS_KEY, NEEDS_TOKEN, type BothWays, type Ways } from './way.js';

const DWELLING = 'prefecture_code=02&building_year=2004&subkind_of_risk=0401&construction_of_skeleton=01&roof_construction=01';
const YEARS = 'building_year=2004&building_year_piping=2004';

/** Builds the calls of a list and of one of its items by a named path segment. */
function listAndItem(list: string, name: string, code: string, filter?: string): Ways {
  // A repeated parameter is not one of the list's parameters.
  const item: BothWays = filter === undefined ? { ...NEEDS_TOKEN, done: [200, { at: [code] }] } : asks(filter, undefined, [code]);
  return { [`GET ${list}`]: asks(`${name}=1&${name}=2`), [`GET ${list}/${name}={${name}}`]: item };
}
function each(prefix: string, names: readonly string[], ways: BothWays): Ways {
  return Object.fromEntries(names.map((name) => [`GET ${prefix}/${name}`, ways]));
}

/** Parameter lists for the forms of agents (parameters.1). */
export const COMMON_PARAMETERS: Ways = {
  ...each('/parameters-api', ['genders', 'personTypes', 'contactways', 'cancellationReasons', 'marketing/consents'], NEEDS_TOKEN),
  ...listAndItem('/parameters-api/prefectures', 'prefectureCode', '02', 'post_code=1'),
  ...listAndItem('/parameters-api/subagents', 'subagentCode', 'S1', 'status=9'),
  ...listAndItem('/parameters-api/jobs', 'jobCode', '2310', 'basic_job=9'),
  ...listAndItem('/parameters-api/banks', 'bankCode', '011', 'type=9'),
  ...listAndItem('/parameters-api/doy', 'doyCode', '1101'),
  ...listAndItem('/parameters-api/nationalities', 'nationalityCode', 'GR'),
};

const FIRE = '/fire-api/parameters';
const KINDS = `${FIRE}/kindsOfRisks`;
const FIRE_LISTS = [
  'constructionOfSkeletons', 'constructionOfWalls', 'roofsConstruction', 'fireProtectionMeasures', 'theftProtectionMeasures',
  'typeOfSafetyShutters', 'typeOfLocks', 'alarmConnections', 'documentCategories', 'acceptance_methods',
  'discounts',
];

/** Parameter lists of fire (fire.11). */
export const FIRE_PARAMETERS: Ways = {
  ...each(FIRE, FIRE_LISTS, NEEDS_TOKEN),
  ...listAndItem(KINDS, 'kindsOfRisks', '04', 'active=2'),
  ...listAndItem(`${FIRE}/groupsInsured`, 'groupInsured', '02'),
  ...listAndItem(`${FIRE}/groupsCovers`, 'groupCovers', '004'),
  ...listAndItem(`${FIRE}/listBundles`, 'bundleCode', '104', 'active=2'),
  [`GET ${KINDS}/subkindsOfRisks`]: asks('', 'kindsOfRisks=04'),
  [`GET ${KINDS}/subkindsOfRisks/subkindsOfRisks={subkindsOfRisks}`]: asks('', 'kindsOfRisks=04', ['0401']),
  [`GET ${KINDS}/subkindsOfRisks/kindsOfRisks={kindsOfRisks}`]: asks('active=2', undefined, ['04']),
  [`GET ${KINDS}/kindsOfRisks={kindsOfRisks}/subkindsOfRisks`]: asks('active=2', undefined, ['04']),
  [`GET ${KINDS}/subkindsOfRisks/kindsOfRisks={kindsOfRisks}/subkindsOfRisks={subkindsOfRisks}`]: asks('active=2', undefined, [
    '04',
    '0401',
  ]),
  [`GET ${KINDS}/kindsOfRisks={kindsOfRisks}/subkindsOfRisks/subkindsOfRisks={subkindsOfRisks}`]: asks('active=2', undefined, [
    '04',
    '0401',
  ]),
  [`GET ${FIRE}/bundles`]: asks('', DWELLING),
  [`GET ${FIRE}/bundles/bundleCode={bundleCode}`]: asks('', DWELLING, ['102']),
  [`GET ${FIRE}/bundles/{bundleCode}/extra_covers`]: asks('', YEARS, ['101']),
  [`GET ${FIRE}/bundles/bundleCode={bundleCode}/extra_covers`]: asks('', YEARS, ['101']),
  [`GET ${FIRE}/bundles/{bundleCode}/ipid`]: {
    done: [200, { at: ['104'], query: 'tariff_version=1' }],
    refused: ['400 -602', { at: ['999'] }],
  },
};

const VEHICLES = '/mtr-api/resources/parameters';
const VEHICLE_LISTS = [
  'discountCode', 'documentCategory', 'doyCode', 'jobCode', 'licenceType', 'nationality', 'personTypeCode', 'usageCode',
  'usageSubcode',
];
const byUsage: BothWays = {
  done: [200, { by: 'key', query: 'usageCode=01' }],
  refused: ['400 -105', { by: 'key', query: 'usageCode=1&usageCode=2' }],
};

/** Parameter lists of vehicles, which require only a key (auth.7). */
export const VEHICLE_PARAMETERS: Ways = {
  [`GET ${VEHICLES}`]: NEEDS_KEY,
  ...each(VEHICLES, VEHICLE_LISTS, NEEDS_KEY),
  ...each(VEHICLES, ['makeCode', 'makeModelCode', 'modelCode'], byUsage),
  [`GET ${VEHICLES}/bundleCode`]: {
    done: [200, { by: 'key', query: 'usageCode=01' }],
    refused: ['400 -105', { by: 'key', query: 'postCode=1' }],
  },
  [`GET ${VEHICLES}/bundleCode/{bundleCode}/ipid`]: {
    done: [200, { by: 'key', at: ['B1'] }],
    refused: ['400 -600', { by: 'key', at: ['B1'], query: 'tariffVersion=7' }],
  },
};
