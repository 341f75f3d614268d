import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../../common/error-codes.js';
import { toDecimal, toAmount } from '../../../common/money.js';
import { isMissing } from '../../../common/validation/checks.js';
import type { RecordMessage, Severity } from '../../core/applications/application.js';
import type { Terms } from '../../core/applications/approval.js';
import type { AuthorityCheck } from './authority.js';
import type { DecisionFields, DecisionMessageRequest, TermsFields } from './decision.dto.js';
import type { DecisionKind, UnderwritingDecision } from './underwriting.service.js';

interface TermsInput extends TermsFields {
  readonly loadingPercent?: number | undefined;
  readonly excludedCovers?: readonly string[] | undefined;
}

export function readDecision(
  checkAuthority: AuthorityCheck,
  { decision, messages }: DecisionFields,
  terms: TermsInput | null | undefined,
  excludedCoversPath: string,
): UnderwritingDecision {
  if (isMissing(terms) === (decision === 'approve_with_terms')) throw wrongTerms(!isMissing(terms));
  return {
    decision: decision as DecisionKind,
    messages: (messages ?? []).map(toMessage),
    terms: isMissing(terms) ? null : toTerms(terms),
    excludedCoversPath,
    checkAuthority,
  };
}

function toMessage({ code, severity, path, text }: DecisionMessageRequest): RecordMessage {
  return {
    code: code ?? 'UNDERWRITER',
    severity: (severity as Severity | undefined) ?? 'warning',
    path: path ?? 'application',
    text: { el: text, en: text },
  };
}

function toTerms({ loadingPercent, excludedCovers, deductible, note }: TermsInput): Terms {
  return {
    ...(isMissing(loadingPercent) ? {} : { loadingPercent: String(loadingPercent) }),
    ...(isMissing(excludedCovers) ? {} : { excludedCovers }),
    ...(isMissing(deductible) ? {} : { deductible: toAmount(toDecimal(deductible)) }),
    ...(isMissing(note) ? {} : { note }),
  };
}

function wrongTerms(areGiven: boolean): DomainError {
  const code = areGiven ? ErrorCode.INVALID : ErrorCode.REQUIRED;
  const text = areGiven
    ? {
        el: 'Όροι επιτρέπονται μόνο με την απόφαση «έγκριση με όρους» (approve_with_terms).',
        en: 'Terms are allowed only with the decision approve_with_terms.',
      }
    : ERROR_TEXTS[ErrorCode.REQUIRED];
  return DomainError.ofViolations([{ path: 'terms', code, text }]);
}
