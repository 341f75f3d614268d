import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { toLocalDate, type LocalDate } from '../../../common/athens.js';
import { Clock } from '../../../common/clock.js';
import { Scheduler } from '../../../jobs/scheduler.js';
import { validateRows, type Rows } from './list-file.js';
import { ParameterRepository, type StoredVersion, type VersionHead } from './parameter.repository.js';
import { ReferenceLists, type ListVersions } from './reference-lists.js';
import { REFERENCE_LISTS, type ListName } from './registry.js';

const LOOK_MS = 2_000;

/** Prefers loaded versions (`npm run parameters`) to the release's files. */
@Injectable()
export class ParameterVersionService implements OnModuleInit {
  private readonly logger = new Logger(ParameterVersionService.name);
  private known = '';

  constructor(
    scheduler: Scheduler,
    private readonly repository: ParameterRepository,
    private readonly clock: Clock,
    private readonly lists: ReferenceLists,
  ) {
    scheduler.add({ name: 'read parameter lists', everyMs: LOOK_MS, places: ['gateway'], pass: (_, { at }) => this.reload(at) });
  }

  async onModuleInit(): Promise<void> {
    await this.reload(this.clock.now());
  }

  private async reload(at: Date): Promise<void> {
    const today = toLocalDate(at);
    if (formatNames(await this.repository.findHeadsInForce(today)) === this.known) return;
    const versions = await this.repository.findInForce(today);
    this.lists.adopt(new ReferenceLists(undefined, toListVersions(versions)));
    this.known = formatNames(versions);
    this.logger.log(`Parameter lists in force: ${this.known || 'those of the release'}`);
  }
}

export async function getListsInForce(repository: ParameterRepository, day: LocalDate): Promise<ReferenceLists> {
  return new ReferenceLists(undefined, toListVersions(await repository.findInForce(day)));
}

export function toListVersions(versions: readonly StoredVersion[]): ListVersions {
  return new Map(
    versions.flatMap(({ list, version, content }) => (isList(list) ? [[list, getRows(list, version, content)] as const] : [])),
  );
}

export function isList(name: string): name is ListName {
  return Object.hasOwn(REFERENCE_LISTS, name);
}

function getRows(list: ListName, version: number, content: unknown): Rows {
  return validateRows(content, REFERENCE_LISTS[list], `${list} version ${version}`);
}

function formatNames(versions: readonly VersionHead[]): string {
  return versions.map(({ list, version }) => `${list} ${version}`).join(', ');
}
