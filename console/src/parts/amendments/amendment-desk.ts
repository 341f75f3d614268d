import { call, download, type Result } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import type { Line } from '../contract/contract.js';

/** An amendment in the names of staff and vehicles, whatever its line. */
export type Amendment = Schema<'AmendmentResponse'>;
export type AmendmentForm = Schema<'AmendmentFormResponse'>;
export type Comparison = Schema<'AmendmentComparisonResponse'>;
export type AmendmentRequest = Schema<'AmendmentRequest'>;

/** Steps of an amendment that need no more input. */
export type Step = 'calc' | 'request_approval' | 'prepay' | 'charge';

interface Write {
  readonly no: number;
  readonly key: string;
  readonly etag: string | null;
}

/** Where the amendments of a policy are read and written: a service of the agent, or the back office. */
export interface AmendmentDesk {
  readonly name: Line | 'staff';
  readonly id: number;
  /** Address of the policy in the console. */
  readonly home: string;
}

const FIRE = '/fire-api/rsc/applications/{id}/amendments';
const MOTOR = '/mtr-api/resources/policies/{id}/amendments';
const STAFF = '/backoffice-api/applications/{id}/amendments';
const ROOTS = { fire: FIRE, motor: MOTOR, staff: STAFF } as const;

export function agentDesk(line: Line, id: number): AmendmentDesk {
  return { name: line, id, home: `/portfolio/${line}/${id}` };
}

export function staffDesk(id: number): AmendmentDesk {
  return { name: 'staff', id, home: `/applications/${id}` };
}

/** Returns the address of an amendment in the console. */
export function pageOf({ home }: AmendmentDesk, no: number): string {
  return `${home}/amendments/${no}`;
}

export async function listAmendments({ name, id }: AmendmentDesk, signal: AbortSignal): Promise<Amendment[]> {
  return ((await call('get', ROOTS[name], { path: { id }, signal })).body as unknown[]).map(toAmendment);
}

export async function getAmendment({ name, id }: AmendmentDesk, no: number, signal: AbortSignal): Promise<Result<Amendment>> {
  const found = await call('get', `${ROOTS[name]}/{amendmentNo}`, { path: { id, amendmentNo: no }, signal });
  return { ...found, body: toAmendment(found.body) };
}

export async function getAmendmentForm(
  { name, id }: AmendmentDesk,
  query: { readonly on?: string; readonly amendment?: number },
  signal: AbortSignal,
): Promise<AmendmentForm> {
  return (await call('get', `${ROOTS[name]}/form`, { path: { id }, query, signal })).body;
}

export async function compareDays(
  { name, id }: AmendmentDesk,
  query: { readonly from: string; readonly to: string },
  signal: AbortSignal,
): Promise<Comparison> {
  return (await call('get', `${ROOTS[name]}/comparison`, { path: { id }, query, signal })).body;
}

export const PRINTED_KINDS = ['POLICY', 'COVER', 'NATURAL_CATASTROPHE'] as const;
export type PrintedKind = (typeof PRINTED_KINDS)[number];

const CERTIFICATES = {
  fire: '/fire-api/rsc/applications/{id}/certificate',
  motor: '/mtr-api/resources/policies/{id}/certificate',
  staff: '/backoffice-api/applications/{id}/certificate',
} as const;

/** Downloads the policy as it covers a day, or a certificate of it, as a PDF. */
export function downloadDay({ name, id }: AmendmentDesk, kind: PrintedKind, on: string, signal: AbortSignal): Promise<Blob> {
  return kind === 'POLICY'
    ? download(`${ROOTS[name]}/consolidated`, { path: { id }, query: { on }, signal })
    : download(CERTIFICATES[name], { path: { id }, query: { kind, on }, signal });
}

export async function priceAmendment({ name, id }: AmendmentDesk, request: AmendmentRequest, signal: AbortSignal): Promise<Amendment> {
  const body = toBody(name, request);
  return toAmendment((await call('post', `${ROOTS[name]}/price`, { path: { id }, body: body as never, signal })).body);
}

/** Creates an amendment, or changes the one that is given. */
export async function saveAmendment(
  { name, id }: AmendmentDesk,
  request: AmendmentRequest,
  { no, key, etag }: { readonly no: number | null; readonly key: string; readonly etag: string | null },
): Promise<Amendment> {
  const body = toBody(name, request) as never;
  const saved =
    no === null
      ? await call('post', ROOTS[name], { path: { id }, key, body })
      : await call('put', `${ROOTS[name]}/{amendmentNo}`, { path: { id, amendmentNo: no }, key, ifMatch: etag, body });
  return toAmendment(saved.body);
}

/** Carries out a step. Returns the response, which can be an action that needs a second person. */
export async function act({ name, id }: AmendmentDesk, step: Step, { no, key, etag }: Write): Promise<unknown> {
  return (await call('put', `${ROOTS[name]}/{amendmentNo}/${step}`, { path: { id, amendmentNo: no }, key, ifMatch: etag })).body;
}

export function cancelAmendment({ name, id }: AmendmentDesk, { no, key, etag }: Write): Promise<unknown> {
  return call('delete', `${ROOTS[name]}/{amendmentNo}`, { path: { id, amendmentNo: no }, key, ifMatch: etag });
}

/** The service for fire has other names, `effective_date`. */
function toBody(name: AmendmentDesk['name'], { changes, ...request }: AmendmentRequest): object {
  const entries = Object.entries(request).map(([field, value]) => [name === 'fire' ? toSnake(field) : field, value] as const);
  return { ...Object.fromEntries(entries), changes };
}

function toSnake(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function toCamel(field: string): string {
  return field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function toAmendment(value: unknown): Amendment {
  return inCamel(value) as Amendment;
}

function inCamel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [toCamel(field), inCamel(inner)]));
}
