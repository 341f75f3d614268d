import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { PAYABLE_STATUSES, POLICY_STATUSES, type Status } from '../applications/status.js';
import { CachedLists, type SerialisedList } from '../../reference/lists/serialised-lists.service.js';
import type { ReferenceLists } from '../../reference/lists/reference-lists.js';
import type { ItemOf } from '../../reference/lists/registry.js';

export interface Filed {
  readonly line: LineCode;
  readonly status: Status;
}

const PREVIOUS_POLICY = 5;
const DEMANDS_AND_NEEDS = 26;
const PROOF_OF_PAYMENT = 27;

const isContract = (status: Status): boolean => POLICY_STATUSES.has(status);

interface StatusRule {
  readonly takes: (status: Status) => boolean;
  readonly text: Text;
}

const BEFORE_ISSUE: Text = {
  el: 'Έγγραφα αυτής της κατηγορίας υποβάλλονται πριν από την έκδοση του συμβολαίου.',
  en: 'Documents of this category are sent before the policy is issued.',
};
const ONCE_PAYABLE: Text = {
  el: 'Έγγραφα αυτής της κατηγορίας υποβάλλονται αφού εκδοθεί κωδικός πληρωμής.',
  en: 'Documents of this category are sent once a payment code has been issued.',
};

const TAKEN_IN: ReadonlyMap<number, StatusRule> = new Map<number, StatusRule>([
  [PREVIOUS_POLICY, { takes: (status) => !isContract(status), text: BEFORE_ISSUE }],
  [DEMANDS_AND_NEEDS, { takes: (status) => !isContract(status), text: BEFORE_ISSUE }],
  [PROOF_OF_PAYMENT, { takes: (status) => PAYABLE_STATUSES.has(status) || isContract(status), text: ONCE_PAYABLE }],
]);

const remembered = new CachedLists();

export function listCategories(line: LineCode, lists: ReferenceLists): SerialisedList {
  return remembered.of(lists.edition, line, () => lists.all('documentCategories').filter((category) => isForUploads(category, line)));
}

function isForUploads(category: ItemOf<'documentCategories'>, line: LineCode): boolean {
  return !category.systemGenerated && (category.line === 'all' || category.line === line);
}

export interface SentCategory {
  readonly categoryId: number;
  readonly categoryPath: string;
}

export function assertCategory({ categoryId, categoryPath: path }: SentCategory, { line, status }: Filed, lists: ReferenceLists): void {
  const refuse = (text: Text): DomainError => DomainError.ofViolations([{ path, code: ErrorCode.DOCUMENT_CATEGORY, text }]);
  const category = lists.item('documentCategories', categoryId);
  if (!category) throw refuse(UNKNOWN);
  if (category.systemGenerated) throw refuse(OF_THE_SYSTEM);
  if (!isForUploads(category, line)) throw refuse(OF_ANOTHER_LINE);
  if (!lists.isActive('documentCategories', categoryId)) throw refuse(RETIRED);
  const rule = TAKEN_IN.get(categoryId);
  if (rule && !rule.takes(status)) throw refuse(rule.text);
}

const UNKNOWN: Text = { el: 'Η κατηγορία εγγράφου δεν υπάρχει.', en: 'The document category does not exist.' };
const OF_THE_SYSTEM: Text = {
  el: 'Έγγραφα αυτής της κατηγορίας εκδίδει μόνο η εταιρεία.',
  en: 'Only the insurer creates documents of this category.',
};
const OF_ANOTHER_LINE: Text = {
  el: 'Η κατηγορία εγγράφου ανήκει σε άλλον κλάδο.',
  en: 'The document category is of another line of business.',
};
const RETIRED: Text = { el: 'Η κατηγορία εγγράφου έχει καταργηθεί.', en: 'The document category has been retired.' };
