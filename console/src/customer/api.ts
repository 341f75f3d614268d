import type { Schema } from '../api/schema.js';
import { language, text } from './texts.js';

/** Path of this page, behind any proxy: `/c/<token>`. */
export const PAGE = location.pathname.replace(/\/$/, '');

/** Refusal of a call, with the text that the server wrote. */
export class CallError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function call<Body>(method: string, path: string, body?: object): Promise<Body> {
  const headers: Record<string, string> = { 'Accept-Language': language, Accept: 'application/json' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const response = await fetch(`${PAGE}/${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(() => {
    throw new CallError(0, text('failed'));
  });
  const content: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined);
  if (response.ok) return content as Body;
  const { message } = (content ?? {}) as { readonly message?: string };
  throw new CallError(response.status, message ?? text('failed'));
}

export type Visit = Schema<'CustomerVisitResponse'>;
export type Case = Schema<'CustomerCaseResponse'>;
export type Act = Schema<'CustomerActResponse'>;
export type Withdrawal = Schema<'CustomerWithdrawalResponse'>;

export const getVisit = () => call<Visit>('GET', 'visit');
export const confirmVisit = (digits: string) => call<undefined>('POST', 'visit', { digits });
export const getCase = () => call<Case>('GET', 'case');
export const sendCode = () => call<Schema<'CustomerCodeResponse'>>('POST', 'code');
export const sendAnswer = (answer: Schema<'CustomerAnswerRequest'>) => call<Act>('POST', 'acceptance', answer);
export const sendContact = (contact: Schema<'CustomerContactRequest'>) =>
  call<Schema<'CustomerRequestResponse'>>('POST', 'contact', contact);
export const sendWithdrawal = (reason: string | null) => call<Withdrawal>('POST', 'withdrawal', { confirmed: true, reason });
