import {
  context,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export { SpanKind, SpanStatusCode } from '@opentelemetry/api';

const TRACEPARENT = 'traceparent';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface StartedSpan {
  readonly span: Span;
  readonly run: <T>(work: () => T) => T;
}

/** Attributes must not hold personal data. A trace that is not recorded has no inner spans, because they cost time. */
export function startSpan(name: string, options: SpanOptions, headers?: Headers): StartedSpan {
  const isInner = headers === undefined && options.root !== true;
  if (isInner && trace.getActiveSpan() === undefined) return NOT_RECORDED;
  const parent = headers === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, headers);
  // Telemetry is turned on after this module is loaded. Until then nothing is recorded.
  const span = trace.getTracer('insurance-gateway').startSpan(name, options, parent);
  if (!span.isRecording()) return NOT_RECORDED;
  return { span, run: (work) => context.with(trace.setSpan(parent, span), work) };
}

const NOT_RECORDED: StartedSpan = { span: trace.wrapSpanContext(INVALID_SPAN_CONTEXT), run: (work) => work() };

export async function withSpan<T>(started: StartedSpan, work: (span: Span) => Promise<T>): Promise<T> {
  const { span } = started;
  try {
    return await started.run(() => work(span));
  } catch (error) {
    setFailed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

export function buildTraceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

export function getTraceparent(): string | null {
  return trace.getActiveSpan()?.isRecording() ? (buildTraceHeaders()[TRACEPARENT] ?? null) : null;
}

/** Leaves out the message of the error, which may hold personal data. */
function setFailed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { readonly code?: string | number; readonly name?: string };
  span.setAttribute('error.type', String(code ?? name ?? 'Error'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}
