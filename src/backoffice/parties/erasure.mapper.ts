import { toLocalDateTime } from '../../common/athens.js';
import type { Language, Text } from '../../common/language.js';
import type { ErasureState } from './erasure.repository.js';
import { listCounts, reasonAgainst, type Counts, type NamingApplication } from './erasure-plan.js';
import type { ErasureResponse, ErasurePreviewResponse, NotSearchedResponse } from './party-erasure.dto.js';

const MOST_LISTED = 100;

const STAYS = {
  contract: {
    el: 'Τα κείμενα των συμβολαίων μένουν όπως υπογράφηκαν.',
    en: 'The texts of contracts stay as they were signed.',
  },
  uploaded_file: {
    el: 'Τα αρχεία που ανέβηκαν σε αιτήσεις άλλων δεν αναζητούνται.',
    en: 'Files that were uploaded to applications of others are not searched.',
  },
  insurer_contact: {
    el: 'Στοιχεία επικοινωνίας της ίδιας της εταιρείας δεν είναι προσώπου.',
    en: 'What the insurer itself is reached by is no person’s.',
  },
} satisfies Record<string, Text>;

export type Staying = Readonly<Record<keyof typeof STAYS, number>>;

export function toErasureDto(state: ErasureState): ErasureResponse {
  const { partyId, requestedBy, startedAt, finishedAt, step, steps, rowsDone, rowsTotal, counts, omitted, failures, fault, retryAt } =
    state;
  return {
    ...{ partyId, state: state.state, requestedBy },
    ...{ startedAt: toLocalDateTime(startedAt), finishedAt: finishedAt && toLocalDateTime(finishedAt) },
    ...{ stepsDone: step, steps, rowsDone, rowsTotal: Math.max(rowsDone, rowsTotal) },
    ...{ places: listCounts(counts), notSearched: toNotSearched(omitted) },
    ...{ failures, fault, retryAt: failures === 0 ? null : toLocalDateTime(retryAt) },
  };
}

interface Counted {
  readonly id: number;
  readonly applications: readonly NamingApplication[];
  readonly counts: Counts;
  readonly omitted: Readonly<Record<string, number>>;
  readonly isComplete: boolean;
  readonly staying: Staying;
  readonly person: Pick<ErasurePreviewResponse, 'name' | 'afm' | 'policies'>;
}

export function toPreviewDto(
  { id, person, applications, counts, omitted, isComplete, staying }: Counted,
  language: Language,
): ErasurePreviewResponse {
  const reasons = applications.flatMap((application) => reasonAgainst(application)?.[language] ?? []);
  const listed = applications.slice(0, MOST_LISTED);
  const places = (Object.keys(STAYS) as (keyof typeof STAYS)[]).filter((place) => staying[place] > 0);
  return {
    ...{ partyId: id, ...person },
    ...{ isPossible: reasons.length === 0, reasons: reasons.slice(0, MOST_LISTED) },
    applications: listed.map(({ isOwn, ...one }) => ({
      ...{ id: one.id, applicationNo: one.applicationNo, agentCode: one.agentCode, status: one.status, isClient: isOwn },
    })),
    ...{ applicationsTotal: applications.length, places: listCounts(counts), isComplete },
    stays: places.map((place) => ({ place, count: staying[place], reason: STAYS[place][language] })),
    notSearched: toNotSearched(omitted),
  };
}

function toNotSearched(omitted: Readonly<Record<string, number>>): NotSearchedResponse[] {
  return Object.entries(omitted).map(([code, count]) => ({ agentCode: code === '' ? null : code, count }));
}
