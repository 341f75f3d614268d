import type { LocalDate } from '../../../common/athens.js';
import type { Environment } from '../../../common/environment.js';
import { parseTariff, findTariff, type Tariff } from '../../../pricing/tariff.js';
import { getBranchFormats } from '../products/line-table.js';
import { ReferenceDataError, type Rows } from '../lists/list-file.js';
import type { ParameterRepository, StoredVersion } from '../lists/parameter.repository.js';
import { toListVersions } from '../lists/parameter-version.service.js';
import { ReferenceLists, type ListVersions } from '../lists/reference-lists.js';
import type { ListName } from '../lists/registry.js';
import { findTariffProblems } from '../tariffs/tariff-verification.js';
import type { TariffRepository } from '../tariffs/tariff.repository.js';
import { readParameterFile, type ParameterFile } from './parameter-file.js';

export interface LoadedVersion {
  readonly list: ListName;
  readonly version: number;
}

interface ParameterTarget {
  readonly parameters: ParameterRepository;
  readonly tariffs: TariffRepository;
  readonly environments: readonly Environment[];
  readonly today: LocalDate;
}

/** Loads all or none; skips unchanged lists. `isTrial` checks only. */
export async function loadParameters(target: ParameterTarget, text: string, isTrial = false): Promise<readonly LoadedVersion[]> {
  const file = readParameterFile(text);
  const tariffs = await listTariffsFrom(target, file.validFrom);
  return target.parameters.load(file.validFrom, async (stored, insert) => {
    const latest = new Map(stored.latest.map((version) => [version.list, version]));
    const news = [...file.lists].filter(([list, rows]) => !isSame(rows, file.validFrom, latest.get(list)));
    const violations = [
      ...listDateViolations(file, news, latest, target.today),
      ...listVanishedViolations(news, toListVersions(stored.latest)),
      ...listConsistencyViolations(new Map([...toListVersions(stored.inForce), ...news]), tariffs),
    ];
    if (violations.length > 0) throw new ReferenceDataError(violations);

    const loaded = news.map(([list]) => ({ list, version: (latest.get(list)?.version ?? 0) + 1 }));
    if (isTrial) return loaded;
    for (const { list, version } of loaded)
      await insert({ list, version, validFrom: file.validFrom, content: formatContent(file.lists.get(list)) });
    return loaded;
  });
}

type NewLists = readonly (readonly [ListName, Rows])[];

function isSame(rows: Rows, validFrom: LocalDate, latest: StoredVersion | undefined): boolean {
  return latest !== undefined && latest.validFrom === validFrom && JSON.stringify(latest.content) === formatContent(rows);
}

function formatContent(rows: Rows | undefined): string {
  return JSON.stringify([...(rows?.values() ?? [])]);
}

function listDateViolations(
  { validFrom }: ParameterFile,
  news: NewLists,
  latest: ReadonlyMap<string, StoredVersion>,
  today: LocalDate,
): string[] {
  if (news.length > 0 && validFrom < today) return [`validFrom: ${validFrom} is past; a version counts from ${today} at the earliest`];
  return news.flatMap(([list]) => {
    const previous = latest.get(list);
    if (previous === undefined || previous.validFrom <= validFrom) return [];
    return [`validFrom: ${validFrom} is earlier than ${previous.validFrom}, from which version ${previous.version} of ${list} counts`];
  });
}

/** Codes are retired and not removed, because a stored record may have them. */
function listVanishedViolations(news: NewLists, latest: ListVersions): string[] {
  const before = new ReferenceLists(undefined, latest);
  return news.flatMap(([list, rows]) =>
    [...before.keys(list)].filter((code) => !rows.has(code)).map((code) => `${list}: ${code} is missing; retire it with "active": false`),
  );
}

function listConsistencyViolations(versions: ListVersions, tariffs: readonly [Environment, Tariff][]): string[] {
  let lists: ReferenceLists;
  try {
    lists = new ReferenceLists(undefined, versions);
  } catch (error) {
    if (error instanceof ReferenceDataError) return [...error.violations];
    throw error;
  }
  return tariffs.flatMap(([environment, tariff]) =>
    findTariffProblems(tariff, lists).map((problem) => `Tariff ${tariff.code} version ${tariff.version} of ${environment}: ${problem}`),
  );
}

async function listTariffsFrom({ tariffs, environments }: ParameterTarget, day: LocalDate): Promise<[Environment, Tariff][]> {
  const found: [Environment, Tariff][] = [];
  for (const environment of environments) {
    const all = (await tariffs.findContents(environment)).map((content) => parseTariff(content, getBranchFormats()));
    const onDay = getBranchFormats().map(({ code }) => findTariff(all, code, day));
    for (const tariff of all) if (tariff.validFrom > day || onDay.includes(tariff)) found.push([environment, tariff]);
  }
  return found;
}
