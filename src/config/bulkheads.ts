import { Bulkhead, divide, type Lane } from '../common/bulkhead.js';
import type { Config } from './config.js';

const MEBIBYTE = 1024 * 1024;

export class Bulkheads {
  readonly bodies;
  readonly uploads;
  readonly calls;
  readonly documentInserts;
  readonly archivedDocuments;
  readonly feedReads;
  readonly eventWaits;
  readonly reports;
  readonly prints;
  readonly statements;
  readonly fileTypes;
  readonly bankFiles;
  readonly webhookDeliveries;
  readonly passwords;

  constructor({ shared }: Pick<Config, 'shared'>) {
    this.bodies = new Bulkhead({
      lanes: divide(shared.bodyMegabytes * MEBIBYTE, 'production', 'sandbox', 'staff', 'visitors'),
      ownerShare: 1 / 8,
    });
    this.uploads = new Bulkhead<Lane>({ lanes: divide(shared.uploads, 'production', 'sandbox', 'staff'), ownerShare: 1 / 5 });
    this.calls = new Bulkhead({ lanes: divide(shared.calls, 'production', 'sandbox'), ownerShare: 1 / 4, waitMs: 5_000 });
    this.documentInserts = new Bulkhead({ lanes: { production: 4, sandbox: 4 }, ownerShare: 1 / 2, waitMs: 8_000 });
    this.archivedDocuments = new Bulkhead({ lanes: { production: 16, sandbox: 4, staff: 4 }, ownerShare: 1 / 2, waitMs: 8_000 });
    this.feedReads = new Bulkhead({ lanes: { production: 4, sandbox: 4 }, ownerShare: 1 / 2, waitMs: 15_000 });
    this.eventWaits = new Bulkhead<Lane>({ lanes: divide(shared.eventWaits, 'production', 'sandbox'), ownerShare: 1 / 10 });
    this.reports = new Bulkhead<Lane>({ lanes: divide(shared.reports, 'production', 'sandbox', 'staff'), ownerShare: 1 / 4 });
    this.prints = new Bulkhead({ lanes: divide(shared.printThreads, 'production', 'sandbox', 'staff'), ownerShare: 1 / 2, waitMs: 20_000 });
    this.statements = new Bulkhead({ lanes: { production: 1, sandbox: 1, staff: 1 }, ownerShare: 1, waitMs: 10_000 });
    this.fileTypes = new Bulkhead({ lanes: { production: 1, sandbox: 1 }, ownerShare: 1, waitMs: 500 });
    this.bankFiles = new Bulkhead({ lanes: { staff: 2 }, ownerShare: 1 / 2, waitMs: 10_000 });
    this.webhookDeliveries = new Bulkhead({ lanes: divide(shared.webhookDeliveries, 'production', 'sandbox'), ownerShare: 1 });
    // Node's pool has four threads, also used by files and compression.
    this.passwords = new Bulkhead({ lanes: { strange: 2, known: 1 }, ownerShare: 1, waitMs: 5_000 });
  }

  get all(): readonly (readonly [name: string, bulkhead: Pick<Bulkhead, 'usage' | 'refusedCount'>])[] {
    return Object.entries(this) as [string, Bulkhead][];
  }
}
