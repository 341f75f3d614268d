import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { Mailer } from '../mail/mailer.js';
import { Clock } from '../common/clock.js';
import { PACKAGE_ROOT } from '../common/package-root.js';
import { Config } from '../config/config.js';
import { Metrics, type Reading } from '../gateway/observability/metrics.js';
import { getCertificateFile } from '../gateway/server/certificate.js';
import type { JobRun } from '../jobs/job.js';
import { Scheduler } from '../jobs/scheduler.js';
import { EventLag } from '../record/exchange/events/event-lag.js';
import { EventPublisher } from '../record/exchange/events/event-publisher.js';
import { EventWatch } from '../record/exchange/events/event-watch.js';
import { PrintQueue } from '../record/contract/issue/print-queue.js';
import { OverviewRepository } from '../record/exchange/overview/overview.repository.js';
import { DocumentArchiver } from '../record/core/documents/archive/document-archiver.js';
import { PdfRenderer } from '../record/core/documents/rendering/pdf-renderer.js';
import { WebhookSender } from '../record/exchange/webhooks/sender/webhook-sender.js';
import { Store } from '../store/store.js';

const OPEN_ITEMS = `
  SELECT (SELECT count(*) FROM suspense_item WHERE resolved_at IS NULL)::int AS "suspenseItems",
         (SELECT count(*) FROM document WHERE scan = 'pending')::int AS "pendingScans"`;

export async function registerOperationGauges(app: INestApplication): Promise<void> {
  const metrics = app.get(Metrics);
  const { version } = JSON.parse(await readFile(join(PACKAGE_ROOT, 'package.json'), 'utf8')) as { version: string };
  metrics.gauge('gateway_build_info', 'Version of the program and of Node', ['node', 'version'], () => [
    [{ node: process.versions.node, version }, 1],
  ]);
  gaugeJobs(app.get(Scheduler), metrics);
  gaugeWork(app, metrics);
  gaugeRecord(app, metrics);
  gaugeArchive(app, metrics);
  gaugeEvents(app, metrics);
  gaugeWebhooks(app, metrics);
  const file = getCertificateFile(app.get(Config));
  metrics.gauge('gateway_certificate_expiry_timestamp_seconds', 'Expiry of the TLS certificate', [], async () => [
    [{}, Date.parse(new X509Certificate(await readFile(file)).validTo) / 1000],
  ]);
}

function gaugeJobs(scheduler: Scheduler, metrics: Metrics): void {
  const failures = metrics.counter('gateway_job_failures_total', 'Passes of a job that failed', ['job', 'place']);
  for (const { name, places } of scheduler.jobs) for (const place of places) failures({ job: name, place }, 0);
  scheduler.failed.on('failure', (job, place) => failures({ job, place }, 1));
  const gauge = (name: string, help: string, read: (run: JobRun) => number): void =>
    metrics.gauge(name, help, ['job', 'place'], () =>
      scheduler.jobs.flatMap((job) => job.runs.map((run) => [{ job: job.name, place: run.place }, read(run)] as const)),
    );
  gauge('gateway_job_last_run_timestamp_seconds', 'End of the last pass of a job', ({ endedAt }) => endedAt.getTime() / 1000);
  gauge('gateway_job_duration_seconds', 'Duration of the last pass of a job', ({ durationMs }) => durationMs / 1000);
}

function gaugeWork(app: INestApplication, metrics: Metrics): void {
  const renderer = app.get(PdfRenderer, { strict: false });
  metrics.gauge('gateway_print_queue_documents', 'Documents that wait to be printed', [], () => [[{}, renderer.queuedCount]]);
  const queue = app.get(PrintQueue, { strict: false });
  metrics.gauge('gateway_print_queue_applications', 'Applications whose new documents are not stored yet', [], () => [
    [{}, queue.underWayCount],
  ]);
  const mailer = app.get(Mailer, { strict: false });
  metrics.gauge('gateway_mail_underway_messages', 'Mails being sent to the mail server', [], () => [[{}, mailer.underWayCount]]);
  metrics.gauge('gateway_mail_outbox_messages', 'Unsent mails in the outbox', [], async () => [[{}, await mailer.outboxCount()]]);
}

function gaugeRecord(app: INestApplication, metrics: Metrics): void {
  const { environments } = app.get(Config);
  const store = app.get(Store);
  const read = async (column: 'suspenseItems' | 'pendingScans'): Promise<Reading<'environment'>[]> =>
    Promise.all(
      environments.map(async (environment) => {
        const [row] = await store.query<Record<typeof column, number>>(environment, OPEN_ITEMS);
        return [{ environment }, row?.[column] ?? 0] as const;
      }),
    );
  metrics.gauge('gateway_suspense_items', 'Received money that waits for a decision', ['environment'], () => read('suspenseItems'));
  metrics.gauge('gateway_scans_pending_documents', 'Uploads that wait for the virus scanner', ['environment'], () => read('pendingScans'));
  const overview = app.get(OverviewRepository, { strict: false });
  metrics.gauge('gateway_overview_age_seconds', 'Age of the overview figures', ['environment'], () =>
    Promise.all(environments.map(async (environment) => [{ environment }, await overview.ageSeconds(environment)] as const)),
  );
}

function gaugeArchive(app: INestApplication, metrics: Metrics): void {
  const { environments } = app.get(Config);
  const clock = app.get(Clock);
  const archiver = app.get(DocumentArchiver, { strict: false });
  const archived = metrics.counter('gateway_documents_archived_total', 'Documents that this node moved to the object storage', [
    'environment',
  ]);
  for (const environment of environments) {
    archived({ environment }, 0);
    archiver.archived.on(environment, () => archived({ environment }, 1));
  }
  metrics.gauge(
    'gateway_archive_documents',
    'Documents waiting for the object storage, those whose last attempt failed, and deleted ones whose object is not deleted yet',
    ['environment', 'state'],
    async () => {
      const counts = await Promise.all(environments.map((environment) => archiver.count({ environment, at: clock.now() })));
      return environments.flatMap((environment, index) =>
        Object.entries(counts[index] ?? {}).map(([state, count]) => [{ environment, state }, count as number] as const),
      );
    },
  );
}

function gaugeEvents(app: INestApplication, metrics: Metrics): void {
  const { environments } = app.get(Config);
  const publisher = app.get(EventPublisher, { strict: false });
  const lag = app.get(EventLag, { strict: false });
  const watch = app.get(EventWatch, { strict: false });
  const published = metrics.counter('gateway_events_published_total', 'Events that this node published to the feed', ['environment']);
  for (const environment of environments) {
    published({ environment }, 0);
    publisher.published.on(environment, (count) => published({ environment }, count));
  }
  metrics.gauge('gateway_events_lag_seconds', 'Age of the oldest event that is not in the feed yet', ['environment'], () =>
    Promise.all(environments.map(async (environment) => [{ environment }, await lag.seconds(environment)] as const)),
  );
  metrics.gauge('gateway_events_waiting_calls', 'Calls of the feed that wait for an event', [], () => [[{}, watch.waitingCount]]);
}

function gaugeWebhooks(app: INestApplication, metrics: Metrics): void {
  const { environments } = app.get(Config);
  const sender = app.get(WebhookSender, { strict: false });
  const attempts = metrics.counter('gateway_webhook_attempts_total', 'Delivery attempts to webhooks, by outcome', [
    'environment',
    'outcome',
  ]);
  for (const environment of environments) sender.attempted.on(environment, (outcome) => attempts({ environment, outcome }, 1));
  metrics.gauge('gateway_webhook_attempts_underway', 'Delivery attempts to webhooks in progress', [], () => [[{}, sender.underWayCount]]);
  metrics.gauge('gateway_webhook_lag_seconds', 'Age of the oldest due delivery', ['environment'], () =>
    Promise.all(environments.map(async (environment) => [{ environment }, await sender.lagSeconds(environment)] as const)),
  );
}
