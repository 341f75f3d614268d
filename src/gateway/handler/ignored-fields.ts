import type { Request, Response } from 'express';
import { getLanguage } from '../../common/accept-language.js';
import { isRecord } from '../../common/validation/checks.js';
import { findIgnoredFields, findMessagesField } from '../../common/validation/ignored-fields.js';
import type { Call } from '../call/call.js';
import { IGNORED_FIELDS, IGNORED_PARAMETERS } from '../call/headers.js';
import { JsonText } from './responses.js';

const MAX_NAMED = 20;
const MAX_HEADER_CHARACTERS = 2000;
const CODE = 'IGNORED';
const TEXT = { el: 'Το πεδίο είναι άγνωστο και δεν αποθηκεύτηκε.', en: 'The field is unknown and was not stored.' };
// A lone surrogate has no percent encoding; commas separate the fields.
const HALF_PAIR = /\p{Surrogate}/gu;
const TO_ENCODE = /[^\x21-\x7e]|[%,]/gu;

export function reportIgnoredFields({ rules }: Call, request: Request, response: Response, sent: unknown): unknown {
  const type = rules?.bodyType ?? null;
  const paths = type === null ? [] : findIgnoredFields(type, request.body, MAX_NAMED);
  if (type === null || paths.length === 0) return sent;
  const value: unknown = sent instanceof JsonText ? JSON.parse(sent.text) : sent;
  const place = findMessagesField(type);
  if (place === null || !isRecord(value) || !Array.isArray(value[place.field])) {
    if (!response.headersSent) response.setHeader(IGNORED_FIELDS, formatHeader(paths));
    return value;
  }
  const text = TEXT[getLanguage(request.headers['accept-language'])];
  const added = paths.map((path) => ({ code: CODE, severity: 'info', path: removeWrapper(path, place.wrapper), text }));
  return { ...value, [place.field]: [...(value[place.field] as unknown[]), ...added] };
}

export function nameIgnoredParameters(response: Response, names: readonly string[]): void {
  if (names.length > 0) response.setHeader(IGNORED_PARAMETERS, formatHeader(names.slice(0, MAX_NAMED)));
}

function removeWrapper(path: string, wrapper: string): string {
  return wrapper !== '' && path.startsWith(`${wrapper}.`) ? path.slice(wrapper.length + 1) : path;
}

function formatHeader(paths: readonly string[]): string {
  let value = '';
  for (const path of paths) {
    const encoded = path.replace(HALF_PAIR, '?').replace(TO_ENCODE, encodeURIComponent);
    if (value.length + encoded.length > MAX_HEADER_CHARACTERS) break;
    value += value === '' ? encoded : `, ${encoded}`;
  }
  return value;
}
