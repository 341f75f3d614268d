import { toLocalDateTime } from '../../../common/athens.js';
import type { Language } from '../../../common/language.js';
import type { Letter, LetterMail } from '../../../record/core/letters/letter.js';
import type { LetterStop } from '../../../record/core/letters/letter-stop.repository.js';
import { LETTER_ROWS } from '../../../record/reference/settings/letter-texts.js';
import type { LetterMailResponse, LetterResponse, LetterStopResponse } from './letters.dto.js';

export function toLetterResponse({ id, kind, content, writtenAt, mails }: Letter, language: Language): LetterResponse {
  const { subject, body } = content[language];
  const title = LETTER_ROWS[kind].title[language];
  return { id, kind, title, subject, text: body, writtenAt: toLocalDateTime(writtenAt), mails: mails.map(toMailResponse) };
}

function toMailResponse({ requestedAt, endedAt, ...mail }: LetterMail): LetterMailResponse {
  return { ...mail, requestedAt: toLocalDateTime(requestedAt), endedAt: endedAt && toLocalDateTime(endedAt) };
}

export function toStopResponse({ reason, stoppedBy, stoppedAt }: LetterStop): LetterStopResponse {
  return { reason, stoppedBy, stoppedAt: toLocalDateTime(stoppedAt) };
}
