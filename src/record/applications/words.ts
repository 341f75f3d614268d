import type { Caller } from '../../common/caller.js';
import type { Language, Text } from '../../common/language.js';
import { TITLED, titlesOf, type Titled } from '../tariffs/tariff-titles.js';

/** Finds what stands for these codes now, in a language. */
export type LookUp = (language: Language, ...codes: string[]) => string | null;
export type LookUps = Readonly<Record<string, LookUp>>;

/** The parts of an answer that depend on the language of the call, or on titles that may be loaded anew at any time. */
export interface Words {
  text(text: Text): string;
  /** A title of a tariff: `title` is the Greek one, which is kept. */
  title(kind: Titled, code: string, title: string): string;
  /** What a look-up of the line finds. */
  find(name: string, ...codes: string[]): string | null;
}

type Listener = Pick<Caller, 'environment' | 'language'>;

/** Returns the words of a caller now. */
export function wordsFor({ environment, language }: Listener, lookUps: LookUps = {}): Words {
  return {
    text: (text) => text[language],
    title: (kind, code, title) => titlesOf(environment).in(language, kind, code, title),
    find: (name, ...codes) => lookUps[name]?.(language, ...codes) ?? null,
  };
}

/** Around a slot and between what stands in it. JSON has no control character as it is, so neither can be part of the text around. */
const SLOT = '\u0001';
const FIELD = '\u0002';
/** As JSON writes the first: what has it somewhere else cannot be kept with slots. */
const ESCAPED_SLOT = String.raw`\u0001`;
const SLOT_IN_JSON = /"\\u0001(\d+)\\u0001"/g;
// Neither can stand in a slot as it is; half a surrogate pair has no UTF-8.
const NO_CODE = /[\p{Cc}\p{Surrogate}]/u;

/** Left open: a slot for each, which `sayIn` fills in whichever language is called for. */
export class SlotWords implements Words {
  private readonly slots: string[] = [];
  private fits = true;

  text({ el, en }: Text): string {
    return this.add(['', JSON.stringify(el), JSON.stringify(en)]);
  }

  title(kind: Titled, code: string, title: string): string {
    return this.find(kind, code, title);
  }

  find(name: string, ...codes: string[]): string {
    if (codes.some((code) => NO_CODE.test(code))) this.fits = false;
    return this.add([name, ...codes]);
  }

  /** The JSON of what was made with these words as it is kept; null when a slot cannot hold what belongs into it. */
  toKept(json: string): string | null {
    return this.fits ? json.replace(SLOT_IN_JSON, (_, number: string) => SLOT + this.slots[Number(number)] + SLOT) : null;
  }

  private add(fields: readonly string[]): string {
    return SLOT + String(this.slots.push(fields.join(FIELD)) - 1) + SLOT;
  }
}

/** Whether JSON that was made without these words looks as if it had slots. */
export function hasSlots(json: string): boolean {
  return json.includes(ESCAPED_SLOT);
}

/** A slot that no words make, for what is put in as it is. */
export function openSlot(name: string): string {
  return SLOT + name + SLOT;
}

/** The kept text in pieces with every slot filled: the open ones from `open` by their name, the others for the caller. */
export function sayTo(caller: Listener, kept: string, lookUps: LookUps, open: (name: string) => string | undefined): string[] {
  // What stands around slots is even, what stands in them odd.
  const pieces = kept.split(SLOT);
  for (let at = 1; at < pieces.length; at += 2) {
    const slot = pieces[at] as string;
    pieces[at] = open(slot) ?? say(caller, slot.split(FIELD), lookUps);
  }
  return pieces;
}

function say({ environment, language }: Listener, [name = '', ...codes]: string[], lookUps: LookUps): string {
  if (name === '') return codes[language === 'el' ? 0 : 1] ?? 'null';
  const kind = TITLED.find((titled) => titled === name);
  const [code = '', title = ''] = codes;
  if (kind !== undefined) return JSON.stringify(titlesOf(environment).in(language, kind, code, title));
  return JSON.stringify(lookUps[name]?.(language, ...codes) ?? null);
}
