import { isDeepStrictEqual } from 'node:util';
import type { LocalDate } from '../../../common/athens.js';
import type { AgentContext } from '../../../common/caller.js';
import { DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Price } from '../../../pricing/price.js';
import type { LineCode, Questionnaires } from '../../reference/products/line-table.js';
import type { RecordMessage } from '../applications/application.js';
import type { Approval, Terms } from '../applications/approval.js';
import type { CalculatedStatus } from '../applications/status.js';

export const CHANGE_KINDS = ['CHANGE', 'REPLACEMENT', 'CLAUSE', 'CORRECTION', 'SUCCESSION'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const CHANGES = 'changes';

export type PinnedTariff = Pick<Price, 'tariffCode' | 'tariffVersion'>;

export interface RatedSegment<Q> {
  readonly from: LocalDate;
  readonly questionnaire: Q;
  readonly approval: Approval | null;
}

export interface PolicyChange<Q> {
  readonly history: readonly [RatedSegment<Q>, ...RatedSegment<Q>[]];
  /** The caller checks the risk hash of its approval. */
  readonly next: RatedSegment<Q>;
  readonly tariff: PinnedTariff;
}

export type LineChange<C extends LineCode> = PolicyChange<Questionnaires[C]>;

export interface CalculatedChange {
  readonly status: CalculatedStatus;
  /** Price of the whole term as if the change were in force from its start. */
  readonly price: Price | null;
  readonly messages: readonly RecordMessage[];
  readonly enfiaEligible: readonly boolean[];
  readonly terms: Terms | null;
}

export interface ChangeContext extends AgentContext {
  readonly tariff: PinnedTariff;
}

/** Ages are taken at the start of the first segment that has the read values. */
export function findSince<Q>(
  segments: readonly RatedSegment<Q>[],
  questionnaire: Q,
  read: (questionnaire: Q) => unknown,
): LocalDate | undefined {
  const values = read(questionnaire);
  return segments.find((segment) => isDeepStrictEqual(read(segment.questionnaire), values))?.from;
}

export function toChangeError(error: unknown, wrapper?: string): unknown {
  if (!(error instanceof DomainError)) return error;
  const [first, ...others] = error.violations.map(({ path, code, text }): Violation => {
    const place = wrapper === undefined ? path && `.${path}` : path.slice(wrapper.length);
    const isUnknownCode = text === ERROR_TEXTS[code] && TARIFF_CODES.has(code);
    return { path: CHANGES + place, code, text: isUnknownCode ? nameTariff(text) : text };
  });
  return first ? DomainError.ofViolations([first, ...others], error.more) : error;
}

const TARIFF_CODES: ReadonlySet<ErrorCode> = new Set([ErrorCode.UNKNOWN_BUNDLE, ErrorCode.UNKNOWN_COVER, ErrorCode.UNKNOWN_DISCOUNT]);

function nameTariff({ el, en }: Text): Text {
  return {
    el: `${el} Ισχύει το τιμολόγιο με το οποίο εκδόθηκε το συμβόλαιο.`,
    en: `${en} The tariff with which the policy was issued applies.`,
  };
}
