import { LRUCache } from 'lru-cache';
import { DEFAULT_LANGUAGE, type Language } from './language.js';

const MAX_REMEMBERED = 500;
const RANGE = /^([a-z]{1,8}|\*)(?:-[a-z0-9-]+)?$/;
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

const known = new LRUCache<string, Language>({ max: MAX_REMEMBERED });

/** Chooses by quality, then by order, else Greek. `negotiator` is not used (ADR-12). */
export function getLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return DEFAULT_LANGUAGE;
  let language = known.get(acceptLanguage);
  if (language === undefined) {
    language = negotiate(acceptLanguage);
    known.set(acceptLanguage, language);
  }
  return language;
}

function negotiate(header: string): Language {
  const ranges = header.split(',').map(parseRange);
  const excluded = new Set(ranges.filter((range) => range?.quality === 0).map((range) => range?.language));
  let best: { language: Language; quality: number } | null = null;
  for (const range of ranges) {
    if (range === null || range.quality === 0) continue;
    const language = range.language === '*' ? anyBut(excluded) : range.language;
    if (language !== 'el' && language !== 'en') continue;
    if (best === null || range.quality > best.quality) best = { language, quality: range.quality };
  }
  return best?.language ?? anyBut(excluded);
}

function anyBut(excluded: ReadonlySet<string | undefined>): Language {
  return excluded.has('el') && !excluded.has('en') ? 'en' : DEFAULT_LANGUAGE;
}

function parseRange(text: string): { language: string; quality: number } | null {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const language = RANGE.exec(tag)?.[1];
  if (language === undefined) return null;
  const [quality = 'q=1'] = parameters;
  const value = QUALITY.exec(quality)?.[1];
  return value === undefined ? null : { language, quality: Number(value) };
}
