import { Injectable } from '@nestjs/common';
import type { Text } from '../../../common/language.js';
import { Store, type Transaction } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { buildNotFound } from '../../common/errors.js';
import { addCounts, listCounts, type Counts } from './erasure-counts.js';
import { findReason, type NamingApplication } from './naming-application.js';
import type { ErasurePreviewResponse, NamingApplicationResponse } from './party-erasure.dto.js';
import { ALL_VERSIONS, PersonDataRepository, type FoundParty } from './person-data.repository.js';

const PART = 200;
const MAX_COUNT_MS = 5_000;
const MAX_LISTED = 100;

const FORMERLY_NAMING: Text = {
  el: 'Οι αιτήσεις που δεν αναφέρουν πλέον το πρόσωπο διατηρούνται· διαγράφεται μόνο από τις προηγούμενες εκδόσεις τους.',
  en: 'Applications that no longer name the person stay; only their former states are erased.',
};
const UPLOADED: Text = { el: 'Τα αρχεία που έχουν μεταφορτωθεί σε αυτές διατηρούνται.', en: 'Files uploaded to them are kept.' };

const FIND_PERSON = `SELECT id, afm, concat_ws(' ', last_name, first_name) AS name FROM party WHERE id = $1`;
const FIND_POLICIES = `
  SELECT policy_no AS "policyNo" FROM application WHERE id = ANY ($1::bigint[]) AND policy_no IS NOT NULL ORDER BY id LIMIT 100`;
const COUNT_FILES = 'SELECT count(*)::int AS count FROM document WHERE application_id = ANY ($1::bigint[]) AND NOT is_system';

@Injectable()
export class ErasurePreviewService {
  constructor(
    private readonly store: Store,
    private readonly data: PersonDataRepository,
  ) {}

  async preview({ environment, language, at }: StaffCaller, id: number): Promise<ErasurePreviewResponse> {
    const tx = this.store.withoutTransaction(environment);
    const [party] = await tx.query<FoundParty & { name: string }>(FIND_PERSON, [id]);
    if (party === undefined) throw buildNotFound();
    const applications = await this.data.findNamingApplications(tx, party.afm);
    const { counts, isComplete } = await this.count(tx, party, applications, at);
    const own = applications.filter(({ isOwn }) => isOwn);
    const policies = await tx.query<{ policyNo: string }>(FIND_POLICIES, [own.map((one) => one.id)]);
    const previous = applications.filter(({ isNamed }) => !isNamed);
    const [files] = await tx.query<{ count: number }>(COUNT_FILES, [previous.map((one) => one.id)]);
    const reasons = applications.flatMap((application) => findReason(application)?.[language] ?? []);
    const stays = [
      { place: 'application_formerly_naming', count: previous.length, reason: FORMERLY_NAMING[language] },
      { place: 'uploaded_file', count: files?.count ?? 0, reason: UPLOADED[language] },
    ];
    return {
      partyId: id,
      name: party.name,
      afm: party.afm,
      policies: policies.map(({ policyNo }) => policyNo),
      isPossible: reasons.length === 0,
      reasons: reasons.slice(0, MAX_LISTED),
      applications: applications.slice(0, MAX_LISTED).map(toNamingApplication),
      applicationsTotal: applications.length,
      places: listCounts(counts),
      isComplete,
      stays: stays.filter(({ count }) => count > 0),
    };
  }

  private async count(
    tx: Transaction,
    party: FoundParty,
    applications: readonly NamingApplication[],
    at: Date,
  ): Promise<{ counts: Counts; isComplete: boolean }> {
    const endsAt = performance.now() + MAX_COUNT_MS;
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

function toNamingApplication({ id, applicationNo, agentCode, status, isOwn: isClient }: NamingApplication): NamingApplicationResponse {
  return { id, applicationNo, agentCode, status, isClient };
}
