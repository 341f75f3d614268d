import type { Schema } from '../../api/schema.js';
import type { TemplateFacts } from './template-text.js';

/** An application or an amendment to decide on, as it was opened. */
export interface Referred {
  /** Unique name, for drafts and previews. */
  readonly name: string;
  /** Number that people read. */
  readonly title: string;
  /** Opens the next of the queue; null without one. */
  readonly toNext: (() => void) | null;
  readonly etag: string | null;
  /** Line of an application, whose limits of the user an approval shows; null for an amendment. */
  readonly line: string | null;
  readonly says: Readonly<Record<DecisionKind, string>>;
  /** Amount before the decision. */
  readonly gross: number | null | undefined;
  /** Loads the titles of the covers that can be excluded, by code. */
  readonly loadCovers: (signal: AbortSignal) => Promise<ReadonlyMap<string, string>>;
  readonly loadFacts: (signal: AbortSignal) => Promise<TemplateFacts>;
  readonly send: (request: DecisionRequest, key: string) => Promise<unknown>;
  readonly preview: (request: DecisionRequest, signal: AbortSignal) => Promise<Outlook>;
  readonly handUp: (body: Pick<Schema<'HandUpRequest'>, 'userId' | 'note'>, key: string) => Promise<unknown>;
}

export type DecisionRequest = Schema<'DecisionRequest'>;

export type DecisionKind = DecisionRequest['decision'];

/** Result of a decision before it is made. */
export interface Outlook {
  readonly status: string;
  readonly statusTitle: string;
  readonly gross: number | null | undefined;
  readonly messages: readonly { readonly code: string; readonly text: string }[];
  readonly authority: Schema<'DecisionAuthorityResponse'> | null;
}
