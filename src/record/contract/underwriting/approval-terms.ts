import { assertNoViolations, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { toDecimal } from '../../../common/money.js';
import { listDeductibles, listRefusedExclusions } from '../../../pricing/approval-terms.js';
import type { Tariff } from '../../../pricing/tariff.js';
import type { Terms } from '../../core/applications/approval.js';

/** Every excluded cover must be optional and no basis of another price, and the deductible must have a rate. */
export function assertApprovalTerms(terms: Terms | null, tariff: Tariff | undefined, path: string): void {
  const refused = tariff ? listRefusedExclusions(tariff, terms?.excludedCovers ?? []) : [];
  const violations = (terms?.excludedCovers ?? []).flatMap((code, index): Violation[] =>
    refused.includes(code) ? [{ path: `${path}[${index}]`, code: ErrorCode.INVALID, text: NOT_EXCLUDABLE }] : [],
  );
  assertNoViolations([...violations, ...findDeductibleViolations(terms, tariff, path)]);
}

function findDeductibleViolations(terms: Terms | null, tariff: Tariff | undefined, path: string): Violation[] {
  const known = tariff ? listDeductibles(tariff) : null;
  if (terms?.deductible === undefined || known === null || known.includes(toDecimal(terms.deductible).toFixed())) return [];
  const text = {
    el: `Το τιμολόγιο δεν έχει συντελεστή για αυτή την απαλλαγή. Επιτρέπονται: ${known.join(', ')} €.`,
    en: `The tariff has no factor for this deductible. Allowed: €${known.join(', €')}.`,
  };
  return [{ path: path.replace('excludedCovers', 'deductible').replace('excluded_covers', 'deductible'), code: ErrorCode.INVALID, text }];
}

const NOT_EXCLUDABLE: Text = { el: 'Η κάλυψη δεν μπορεί να εξαιρεθεί.', en: 'The cover cannot be excluded.' };
