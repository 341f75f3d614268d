import { Injectable } from '@nestjs/common';
import type { Occasion, UserCaller } from '../../common/caller.js';
import { mapInTurns } from '../../common/turns.js';
import type { LineCode } from '../lines/questionnaires.js';
import type { ApplicationHead, ApplicationRecord, ShownApplication } from './application.js';
import { hasSlots, openSlot, sayTo, SlotWords, type LookUps, type Words } from './words.js';

/** What an answer keeps with the row is made of. */
export type KeptSource<C extends LineCode = LineCode> = {
  readonly [Line in C]: Pick<ApplicationRecord<Line>, 'line' | 'agentCode' | 'questionnaire' | 'price' | 'enfiaEligible' | 'messages'>;
}[C];

/**
 * Some fields of an answer, never none. `live` ones are worked out whenever it is sent; `kept` ones are written with the row and say with `words` what
 * depends on the language of the call or may be loaded anew.
 */
export type AnswerPart<C extends LineCode> =
  | { readonly live: (head: ApplicationHead, caller: UserCaller) => object }
  | { readonly kept: (source: KeptSource<C>, words: Words, occasion: Occasion) => object };

/** How a line returns an application, and what of it is kept as the text that is sent (ADR-20). */
export interface LineAnswer<C extends LineCode = LineCode> {
  /** Counted up whenever a kept part is made in another way: what was kept before is not sent any longer. */
  readonly form: number;
  /** The fields in their order. */
  readonly parts: readonly AnswerPart<C>[];
  readonly lookUps?: LookUps;
  /** Whether the kept parts follow from the row alone, now and later; absent where they always do. */
  readonly isKept?: (source: KeptSource<C>, occasion: Occasion) => boolean;
  /** The whole answer, worked out from the row. */
  toResponse(application: ApplicationRecord<C>, caller: UserCaller): object;
}

/** What is written with a row; null where the answer is worked out at each read. */
export interface Kept {
  readonly shown: string | null;
  readonly shownForm: number | null;
}

export const NOTHING_KEPT: Kept = { shown: null, shownForm: null };

/** A longer one is worked out at each read, item by item. */
const MAX_KEPT_CHARACTERS = 256 * 1024;

/** The answers of all lines: what is kept of them, and how the whole is joined of that at a read. Each line registers its own. */
@Injectable()
export class ShownAnswers {
  private readonly answers = new Map<LineCode, LineAnswer>();

  register<C extends LineCode>(line: C, answer: LineAnswer<C>): void {
    this.answers.set(line, answer as unknown as LineAnswer);
  }

  /** The form in which answers of the line are kept; null where none are. */
  formOf(line: LineCode): number | null {
    return this.answers.get(line)?.form ?? null;
  }

  /** What is kept of the answer. `written` is the JSON of the questionnaire, price and messages. */
  keep(source: KeptSource, occasion: Occasion, written: readonly (string | null)[]): Kept {
    const answer = this.answers.get(source.line);
    if (!answer || !canKeep(answer, source, occasion, written)) return NOTHING_KEPT;
    const words = new SlotWords();
    const parts = answer.parts.map((part, index) =>
      'live' in part ? openSlot(String(index)) : words.toKept(fieldsOf(part.kept(source, words, occasion))),
    );
    return parts.includes(null) ? NOTHING_KEPT : { shown: `{${parts.join(',')}}`, shownForm: answer.form };
  }

  /** The answer as JSON, joined of what is kept; where nothing is, the answer itself. */
  answer<C extends LineCode>(application: ShownApplication<C>, caller: UserCaller): string | object {
    return this.piecesOf(application, caller)?.join('') ?? this.whole(application, caller);
  }

  /** The answers of a page as a JSON array. Other calls come between. */
  async list<C extends LineCode>(applications: readonly ShownApplication<C>[], caller: UserCaller): Promise<string> {
    // Joined once: a long page is copied as a whole then, and each of its answers never.
    const texts: string[] = ['['];
    await mapInTurns(applications, (application, index) => {
      const pieces = this.piecesOf(application, caller) ?? [JSON.stringify(this.whole(application, caller))];
      if (index > 0) texts.push(',');
      for (const piece of pieces) texts.push(piece);
    });
    texts.push(']');
    return texts.join('');
  }

  /** The answer in pieces of what is kept; null where nothing is. */
  private piecesOf<C extends LineCode>(application: ShownApplication<C>, caller: UserCaller): string[] | null {
    if (application.shown === null) return null;
    const answer = this.of(application.line);
    return sayTo(caller, application.shown, answer.lookUps ?? {}, (name) => {
      const part = answer.parts[Number(name)];
      return part && 'live' in part ? fieldsOf(part.live(application, caller)) : undefined;
    });
  }

  /** Of one without the text, which was read whole. */
  private whole<C extends LineCode>(application: ShownApplication<C>, caller: UserCaller): object {
    return this.of(application.line).toResponse(application as ApplicationRecord, caller);
  }

  private of(line: LineCode): LineAnswer {
    const answer = this.answers.get(line);
    if (!answer) throw new Error(`no module registers the line ${line}`);
    return answer;
  }
}

function canKeep(answer: LineAnswer, source: KeptSource, occasion: Occasion, written: readonly (string | null)[]): boolean {
  if (answer.isKept?.(source, occasion) === false) return false;
  let length = 0;
  for (const json of written) length += json?.length ?? 0;
  return length <= MAX_KEPT_CHARACTERS && !written.some((json) => json !== null && hasSlots(json));
}

/** The JSON of the fields of an object, without what is around them. */
function fieldsOf(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}
