import { toLocalDateTime } from '../../../common/athens.js';
import type { Language, Text } from '../../../common/language.js';
import { listCounts, type Counts } from './erasure-counts.js';
import type { ErasureState } from './erasure.repository.js';
import { findReason, type NamingApplication } from './naming-application.js';
import type { ErasureResponse, ErasurePreviewResponse } from './party-erasure.dto.js';
import type { FoundParty } from './person-data.repository.js';

const MOST_LISTED = 100;

const STAYS = {
  application_formerly_naming: {
    el: 'Αιτήσεις που δεν αναφέρουν πια το πρόσωπο μένουν· διαγράφεται μόνο από τις προηγούμενες καταστάσεις τους.',
    en: 'Applications that no longer name the person stay; it is erased from their former states alone.',
  },
  uploaded_file: {
    el: 'Τα αρχεία που ανέβηκαν σε αυτές μένουν.',
    en: 'Files that were uploaded to them stay.',
  },
} satisfies Record<string, Text>;

export function toErasureDto({ startedAt, finishedAt, retryAt, counts, ...state }: ErasureState): ErasureResponse {
  return {
    ...state,
    startedAt: toLocalDateTime(startedAt),
    finishedAt: finishedAt && toLocalDateTime(finishedAt),
    places: listCounts(counts),
    retryAt: state.failures === 0 ? null : toLocalDateTime(retryAt),
  };
}

interface Counted {
  readonly party: FoundParty & { readonly name: string };
  readonly policies: string[];
  readonly applications: readonly NamingApplication[];
  readonly counts: Counts;
  readonly isComplete: boolean;
  readonly staying: Readonly<Record<keyof typeof STAYS, number>>;
}

export function toPreviewDto(
  { party: { id, name, afm }, policies, applications, counts, isComplete, staying }: Counted,
  language: Language,
): ErasurePreviewResponse {
  const reasons = applications.flatMap((application) => findReason(application)?.[language] ?? []);
  const places = (Object.keys(STAYS) as (keyof typeof STAYS)[]).filter((place) => staying[place] > 0);
  return {
    partyId: id,
    name,
    afm,
    policies,
    isPossible: reasons.length === 0,
    reasons: reasons.slice(0, MOST_LISTED),
    applications: applications.slice(0, MOST_LISTED).map((one) => ({
      id: one.id,
      applicationNo: one.applicationNo,
      agentCode: one.agentCode,
      status: one.status,
      isClient: one.isOwn,
    })),
    applicationsTotal: applications.length,
    places: listCounts(counts),
    isComplete,
    stays: places.map((place) => ({ place, count: staying[place], reason: STAYS[place][language] })),
  };
}
