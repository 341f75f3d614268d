import { Injectable } from '@nestjs/common';
import { SettingsService, type Insurer } from '../../record/settings/settings.service.js';
import { Store, type Transaction } from '../../store/store.js';
import type { StaffCaller } from '../access/staff-caller.js';
import { idOf, notFound } from '../lists/not-found.js';
import { ErasureListingService, type Listing } from './erasure-listing.service.js';
import { patternsOf } from './erasure-patterns.js';
import { addCounts, addOmitted, recordsOf, stepsOf, type Counts, type ErasurePlan } from './erasure-plan.js';
import { runPart } from './erasure-steps.js';
import { toPreviewDto, type Staying } from './erasure.mapper.js';
import { namingOf } from './erasure.repository.js';
import type { ErasurePreviewResponse } from './party-erasure.dto.js';
import { withoutInsurer } from './person-traits.js';

const PART = 200;
/** The rest is not counted then: a response that says so is of more use than none. */
const MOST_MS = 5_000;

const FIND_PERSON = `SELECT afm, concat_ws(' ', last_name, first_name) AS name FROM party WHERE id = $1`;
const FIND_POLICIES = `
  SELECT policy_no AS "policyNo" FROM application WHERE id = ANY ($1::bigint[]) AND policy_no IS NOT NULL ORDER BY id LIMIT 100`;

const COUNT_STAYING = `
  SELECT (SELECT count(*)::int FROM application WHERE agent_code = ANY ($1::text[]) AND status = ANY ('{50,55,60,65,70}')) AS contract,
    (SELECT count(*)::int FROM document WHERE application_id = ANY ($2::bigint[]) AND NOT is_system) AS uploaded_file`;

interface Counting {
  readonly partyId: number;
  readonly afm: string;
  readonly listing: Listing;
  readonly insurer: Insurer;
}

interface Counted {
  readonly plan: ErasurePlan;
  readonly counts: Counts;
  readonly omitted: Readonly<Record<string, number>>;
  readonly isComplete: boolean;
}

/** What an erasure would do; nothing is changed, stored or held. */
@Injectable()
export class ErasurePreviewService {
  constructor(
    private readonly store: Store,
    private readonly listing: ErasureListingService,
    private readonly settings: SettingsService,
  ) {}

  async preview({ environment, at, language }: StaffCaller, idText: string): Promise<ErasurePreviewResponse> {
    const id = idOf(idText);
    const tx = this.store.withoutTransaction(environment);
    const [party] = await tx.query<{ afm: string; name: string }>(FIND_PERSON, [id]);
    if (party === undefined) throw notFound();
    const { insurer } = await this.settings.get(environment);
    const listing = await this.listing.list(tx, { id, afm: party.afm }, { isHeld: false, at });
    const { plan, ...counted } = await this.count(tx, { partyId: id, afm: party.afm, listing, insurer });
    const staying = await this.countStaying(tx, listing, plan, insurer);
    const own = listing.applications.filter(({ isOwn }) => isOwn).map((application) => application.id);
    const policies = await tx.query<{ policyNo: string }>(FIND_POLICIES, [own]);
    const person = { ...party, policies: policies.map(({ policyNo }) => policyNo) };
    return toPreviewDto({ id, person, applications: listing.applications, ...counted, staying }, language);
  }

  private async count(tx: Transaction, { partyId, afm, listing, insurer }: Counting): Promise<Counted> {
    const endsAt = performance.now() + MOST_MS;
    const naming = namingOf(listing.applications);
    let { plan, omitted } = listing;
    let counts = addCounts({}, recordsOf(listing.details));
    let patterns = patternsOf(plan, afm, insurer);
    for (const step of stepsOf(plan.agents.length))
      for (let after: unknown = null, isFirst = true; isFirst || after !== null; isFirst = false) {
        if (performance.now() > endsAt) return { plan, counts, omitted, isComplete: false };
        const outcome = await runPart({ tx, partyId, afm, plan, step, after, size: PART, isTrial: true, naming, patterns, actor: null });
        counts = addCounts(counts, outcome.changes);
        omitted = addOmitted(omitted, outcome.omitted ?? {});
        if (outcome.plan) patterns = patternsOf((plan = outcome.plan), afm, insurer);
        after = outcome.after;
      }
    return { plan, counts, omitted, isComplete: true };
  }

  private async countStaying(tx: Transaction, { applications }: Listing, plan: ErasurePlan, insurer: Insurer): Promise<Staying> {
    const others = applications.filter(({ isOwn }) => !isOwn).map(({ id }) => id);
    const [counted] = await tx.query<Omit<Staying, 'insurer_contact'>>(COUNT_STAYING, [plan.agents.map(({ code }) => code), others]);
    const left = plan.agents.map(({ traits }) => {
      const kept = withoutInsurer(traits, insurer);
      return traits.phones.length - kept.phones.length + traits.emails.length - kept.emails.length;
    });
    return { contract: 0, uploaded_file: 0, ...counted, insurer_contact: left.reduce((sum, count) => sum + count, 0) };
  }
}
