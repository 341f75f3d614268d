import type { LocalDate } from '../../../common/athens.js';
import type { ContractSegment } from '../../core/amendments/segment.repository.js';
import type { ApplicationChange } from '../../core/applications/application.js';
import type { Line } from '../../core/lines/line.js';
import { getSegmentOn } from './running-contract.service.js';

/** Builds the change of the row of a policy, which is the segment of today (amendments.1). */
export function buildPolicyChange(line: Line, segments: readonly ContractSegment[], today: LocalDate): ApplicationChange {
  const { questionnaire, price, enfiaEligible } = getSegmentOn(segments, today);
  const [client] = line.personsOf(questionnaire);
  if (!client) throw new Error('The contract has no client.');
  const clientName = [client.lastName, client.firstName].filter(Boolean).join(' ');
  const changesOn = segments.find(({ from }, index) => index > 0 && from > today)?.from ?? null;
  return { questionnaire, price, enfiaEligible, plateNo: line.plateOf(questionnaire), clientAfm: client.afm, clientName, changesOn };
}
