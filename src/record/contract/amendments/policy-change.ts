import { isDeepStrictEqual } from 'node:util';
import type { LocalDate } from '../../../common/athens.js';
import type { ContractSegment } from '../../core/amendments/segment.repository.js';
import type { ApplicationChange, ApplicationRecord } from '../../core/applications/application.js';
import type { Line } from '../../core/lines/line.js';
import { getSegmentOn } from './running-contract.service.js';

/** Changes only `changesOn` while the row has the segment of today, because the change begins later (amendments.1). */
export function buildPolicyChange(
  line: Line,
  policy: ApplicationRecord,
  segments: readonly ContractSegment[],
  today: LocalDate,
): ApplicationChange {
  const { questionnaire, price, enfiaEligible } = getSegmentOn(segments, today);
  const changesOn = segments.find(({ from }, index) => index > 0 && from > today)?.from ?? null;
  if (isDeepStrictEqual([questionnaire, price], [policy.questionnaire, policy.price])) return { changesOn };
  const [client] = line.personsOf(questionnaire);
  if (!client) throw new Error('The contract has no client.');
  const clientName = [client.lastName, client.firstName].filter(Boolean).join(' ');
  return { questionnaire, price, enfiaEligible, plateNo: line.plateOf(questionnaire), clientAfm: client.afm, clientName, changesOn };
}
