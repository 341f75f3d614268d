import { hostname } from 'node:os';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Config, type TelemetryAddress } from '../../../config/config.js';
import { Metrics } from '../metrics.js';
import { type PrometheusMetric, PrometheusProducer } from './prometheus-producer.js';

/** Share of the calls that are traced unless OTEL_TRACES_SAMPLER says otherwise (ADR-31). */
const DEFAULT_RATIO = 0.05;

/** Loads the libraries only with OTEL_EXPORTER_OTLP_ENDPOINT (gateway.92). */
@Injectable()
export class Telemetry implements OnApplicationShutdown {
  private constructor(private readonly stop: () => Promise<unknown>) {}

  static async start({ telemetry }: Config, metrics: Metrics): Promise<Telemetry> {
    if (telemetry === null) return new Telemetry(() => Promise.resolve());
    logProblems();
    const { detectResources, envDetector, resourceFromAttributes } = await import('@opentelemetry/resources');
    const resource = resourceFromAttributes({
      'service.name': 'insurance-gateway',
      'service.instance.id': `${hostname()}-${process.pid}`,
    }).merge(detectResources({ detectors: [envDetector] }));
    const stops = await Promise.all([sendTraces(telemetry, resource), sendMetrics(telemetry, resource, () => metrics.readAll())]);
    return new Telemetry(() => Promise.allSettled(stops.map((stop) => stop())));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stop();
  }
}

type Resource = ReturnType<typeof import('@opentelemetry/resources').emptyResource>;
type Stop = () => Promise<void>;

async function sendTraces({ endpoint, hasSampler }: TelemetryAddress, resource: Resource): Promise<Stop> {
  const { BatchSpanProcessor, NodeTracerProvider, ParentBasedSampler, TraceIdRatioBasedSampler } =
    await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const sampler = hasSampler ? {} : { sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(DEFAULT_RATIO) }) };
  const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)], ...sampler });
  provider.register();
  return () => provider.shutdown();
}

async function sendMetrics(
  { endpoint }: TelemetryAddress,
  resource: Resource,
  readMetrics: () => Promise<readonly PrometheusMetric[]>,
): Promise<Stop> {
  const library = await import('@opentelemetry/sdk-metrics');
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-proto');
  const reader = new library.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics` }),
    metricProducers: [new PrometheusProducer(readMetrics, library, resource)],
  });
  const provider = new library.MeterProvider({ resource, readers: [reader] });
  return () => provider.shutdown();
}

function logProblems(): void {
  const logger = new Logger('Telemetry');
  const ignore = (): void => undefined;
  const report = (message: string): void => logger.warn(message);
  diag.setLogger({ error: report, warn: report, info: ignore, debug: ignore, verbose: ignore }, { logLevel: DiagLogLevel.WARN });
}
