import { DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { RecordMessage } from '../../core/applications/application.js';

export function buildNoBundle(path: string): Violation {
  return { path, code: ErrorCode.REQUIRED, text: { el: 'Μία προσφορά έχει ένα πακέτο.', en: 'An offer has one bundle.' } };
}

export function buildUnpriced(messages: readonly RecordMessage[]): DomainError {
  const texts = messages.filter(({ severity }) => severity === 'error').map(({ text }) => text);
  const text = {
    el: `Δεν εκδίδεται προσφορά, γιατί δεν υπάρχει τιμή: ${texts.map(({ el }) => el).join(' · ')}`,
    en: `There is no offer, because there is no price: ${texts.map(({ en }) => en).join(' · ')}`,
  };
  return new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text });
}
