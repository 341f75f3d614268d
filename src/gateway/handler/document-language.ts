import type { ServerResponse } from 'node:http';
import type { Language } from '../../common/language.js';

/** Sets the language of a printed document (documents.16). */
export function sayLanguage(response: ServerResponse, language: Language): void {
  response.setHeader('Content-Language', language);
  response.appendHeader('Vary', 'Accept-Language');
}
