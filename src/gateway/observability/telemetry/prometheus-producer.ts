import type { HrTime } from '@opentelemetry/api';
import type { CollectionResult, DataPoint, Histogram, MetricData, MetricProducer, ResourceMetrics } from '@opentelemetry/sdk-metrics';

export interface PrometheusMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly values: readonly PrometheusValue[];
}

interface PrometheusValue {
  readonly value: number;
  readonly metricName?: string;
  readonly labels: Readonly<Record<string, string | number>>;
}

/** Enumerations of the library, which is loaded only when metrics are sent. */
type MetricsLibrary = Pick<typeof import('@opentelemetry/sdk-metrics'), 'AggregationTemporality' | 'DataPointType'>;
type Period = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

const DOUBLE = 1;
const MS_PER_SECOND = 1000;
const NS_PER_MS = 1_000_000;

export class PrometheusProducer implements MetricProducer {
  private readonly startTime = toHrTime(Date.now() - process.uptime() * MS_PER_SECOND);

  constructor(
    private readonly readMetrics: () => Promise<readonly PrometheusMetric[]>,
    private readonly library: MetricsLibrary,
    private readonly resource: ResourceMetrics['resource'],
  ) {}

  async collect(): Promise<CollectionResult> {
    const read = await this.readMetrics();
    const period = { startTime: this.startTime, endTime: toHrTime(Date.now()) };
    const metrics = read.filter(({ values }) => values.length > 0).map((metric) => this.convert(metric, period));
    const scopeMetrics = [{ scope: { name: 'insurance-gateway' }, metrics }];
    return { resourceMetrics: { resource: this.resource, scopeMetrics }, errors: [] };
  }

  private convert({ name, help, type, values }: PrometheusMetric, period: Period): MetricData {
    const { AggregationTemporality, DataPointType } = this.library;
    const common = {
      descriptor: { name, description: help, unit: '', valueType: DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    };
    if (type === 'histogram') return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(name, values, period) };
    const dataPoints = values.map(({ labels, value }) => ({ ...period, attributes: { ...labels }, value }));
    if (type === 'counter') return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
    return { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
  }
}

function toHistograms(name: string, values: readonly PrometheusValue[], period: Period): DataPoint<Histogram>[] {
  const series = new Map<string, PrometheusValue[]>();
  for (const value of values) {
    const key = JSON.stringify(toAttributes(value));
    series.set(key, [...(series.get(key) ?? []), value]);
  }
  return Array.from(series.values(), (parts) => {
    const of = (suffix: string): PrometheusValue[] => parts.filter(({ metricName }) => metricName === `${name}_${suffix}`);
    const buckets = of('bucket');
    // Prometheus counts what is below each bound, OpenTelemetry what is between two.
    const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0));
    const boundaries = buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite);
    const [sum = 0, count = 0] = [of('sum')[0]?.value, of('count')[0]?.value];
    return { ...period, attributes: toAttributes(parts[0]!), value: { buckets: { boundaries, counts }, sum, count } };
  });
}

function toAttributes({ labels: { le: _le, ...attributes } }: PrometheusValue): Record<string, string | number> {
  return attributes;
}

function toHrTime(ms: number): HrTime {
  return [Math.floor(ms / MS_PER_SECOND), Math.round((ms % MS_PER_SECOND) * NS_PER_MS)];
}
