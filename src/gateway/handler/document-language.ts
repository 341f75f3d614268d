import type { ServerResponse } from 'node:http';
import type { Language } from '../../common/language.js';

/** Says which language a printed document is in, and that another one may be had (documents.16). */
export function sayLanguage(response: ServerResponse, language: Language): void {
  response.setHeader('Content-Language', language);
  response.appendHeader('Vary', 'Accept-Language');
}
