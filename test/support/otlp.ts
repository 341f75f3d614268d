/** A span as a collector of OpenTelemetry receives it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

type Field = readonly [number: number, value: Buffer | bigint];

const LENGTH_DELIMITED = 2;
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** Reads the spans of an ExportTraceServiceRequest in protobuf. The numbers are those of opentelemetry-proto. */
export function parseSpans(request: Buffer): ReceivedSpan[] {
  const spans = listIn([request], 1, 2, 2);
  return spans.map((span) => ({
    traceId: readBytes(span, 1).toString('hex'),
    spanId: readBytes(span, 2).toString('hex'),
    parentId: readBytes(span, 4).toString('hex'),
    name: readBytes(span, 5).toString(),
    attributes: Object.fromEntries(listIn([span], 9).map((pair) => [readBytes(pair, 1).toString(), readValue(readBytes(pair, 2))])),
  }));
}

/** Reads the names of the metrics of an ExportMetricsServiceRequest. */
export function parseMetricNames(request: Buffer): string[] {
  return listIn([request], 1, 2, 2).map((metric) => readBytes(metric, 1).toString());
}

/** Lists the messages that are found by a path of field numbers. */
function listIn(messages: readonly Buffer[], ...path: readonly number[]): Buffer[] {
  return path.reduce<readonly Buffer[]>((found, number) => found.flatMap((each) => readAll(each, number)), messages) as Buffer[];
}

function readAll(message: Buffer, number: number): Buffer[] {
  return readFields(message).flatMap(([each, value]) => (each === number && Buffer.isBuffer(value) ? [value] : []));
}

function readBytes(message: Buffer, number: number): Buffer {
  return readAll(message, number)[0] ?? Buffer.alloc(0);
}

/** Reads an AnyValue: a text, or the digits of a number. */
function readValue(message: Buffer): string {
  const [, value = ''] = readFields(message)[0] ?? [];
  return value.toString();
}

function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at]!;
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const readBuffer = (length: number): Buffer => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(readVarint());
    const kind = tag & 7;
    const fixed = FIXED_BYTES[kind];
    const value = fixed !== undefined ? readBuffer(fixed) : kind === LENGTH_DELIMITED ? readBuffer(Number(readVarint())) : readVarint();
    fields.push([tag >> 3, value]);
  }
  return fields;
}
