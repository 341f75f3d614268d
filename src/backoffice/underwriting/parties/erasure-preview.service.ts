import { Injectable } from '@nestjs/common';
import { Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { idOf, notFound } from '../../common/not-found.js';
import { addCounts, type Counts } from './erasure-counts.js';
import { toPreviewDto } from './erasure.mapper.js';
import type { NamingApplication } from './naming-application.js';
import type { ErasurePreviewResponse } from './party-erasure.dto.js';
import { ALL_VERSIONS, PersonDataRepository, type FoundParty } from './person-data.repository.js';

const PART = 200;
/** Counting stops then: an incomplete response is of more use than none. */
const MOST_MS = 5_000;

const FIND_PERSON = `SELECT id, afm, concat_ws(' ', last_name, first_name) AS name FROM party WHERE id = $1`;
const FIND_POLICIES = `
  SELECT policy_no AS "policyNo" FROM application WHERE id = ANY ($1::bigint[]) AND policy_no IS NOT NULL ORDER BY id LIMIT 100`;
const COUNT_FILES = 'SELECT count(*)::int AS count FROM document WHERE application_id = ANY ($1::bigint[]) AND NOT is_system';

/** Says what an erasure would do, and what would stay. */
@Injectable()
export class ErasurePreviewService {
  constructor(
    private readonly store: Store,
    private readonly data: PersonDataRepository,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND */
  async preview({ environment, language, at }: StaffCaller, idText: string): Promise<ErasurePreviewResponse> {
    const tx = this.store.withoutTransaction(environment);
    const [party] = await tx.query<FoundParty & { name: string }>(FIND_PERSON, [idOf(idText)]);
    if (party === undefined) throw notFound();
    const applications = await this.data.findNamingApplications(tx, party.afm);
    const counted = await this.count(tx, party, applications, at);
    const own = applications.filter(({ isOwn }) => isOwn).map(({ id }) => id);
    const policies = await tx.query<{ policyNo: string }>(FIND_POLICIES, [own]);
    const former = applications.filter(({ isNamed }) => !isNamed).map(({ id }) => id);
    const [files] = await tx.query<{ count: number }>(COUNT_FILES, [former]);
    return toPreviewDto(
      {
        party,
        policies: policies.map(({ policyNo }) => policyNo),
        applications,
        ...counted,
        staying: { application_formerly_naming: former.length, uploaded_file: files?.count ?? 0 },
      },
      language,
    );
  }

  private async count(
    tx: Transaction,
    party: FoundParty,
    applications: readonly NamingApplication[],
    at: Date,
  ): Promise<{ counts: Counts; isComplete: boolean }> {
    const endsAt = performance.now() + MOST_MS;
    let counts = addCounts({}, await this.data.countRecords(tx, party));
    for (let from = 0; from < applications.length; from += PART) {
      if (performance.now() > endsAt) return { counts, isComplete: false };
      const part = applications.slice(from, from + PART);
      counts = addCounts(counts, await this.data.countFormerStates(tx, party.afm, part, ALL_VERSIONS));
      counts = addCounts(counts, await this.data.countApplications(tx, part, at));
    }
    return { counts, isComplete: true };
  }
}
