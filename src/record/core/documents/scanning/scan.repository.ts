import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../../common/environment.js';
import type { OperationContext } from '../../../../common/caller.js';
import type { Text } from '../../../../common/language.js';
import type { Writer } from '../../../../common/unit-of-work.js';
import { buildLease } from '../../../../store/lease.js';
import { Store } from '../../../../store/store.js';
import { MessageKind } from '../../../../store/entities/staff-message.entity.js';

export interface UploadedDocument {
  readonly id: number;
  readonly applicationId: number;
  readonly agentCode: string;
}

export interface PendingScan extends UploadedDocument {
  readonly size: number;
}

const FIND_UPLOAD = `
  SELECT d.id, d.application_id AS "applicationId", a.agent_code AS "agentCode"
  FROM document d JOIN application a ON a.id = d.application_id WHERE d.id = $1 AND a.agent_code = ANY($2) AND NOT d.is_system`;

const CLAIM = buildLease({
  table: 'document',
  key: 'id',
  column: 'scan_at',
  where: `scan = 'pending'`,
  orderBy: 'scan_at, id',
  now: '$1',
  until: '$2',
  returning:
    'id, application_id AS "applicationId", (SELECT agent_code FROM application a WHERE a.id = application_id) AS "agentCode", size',
});

const POSTPONE = `UPDATE document SET scan_at = $2 WHERE id = $1 AND scan = 'pending'`;

const PASS = `UPDATE document SET scan = 'clean', scan_at = NULL WHERE id = $1 AND scan = 'pending'`;

const CONDEMN = `
  WITH condemned AS (UPDATE document SET scan = 'infected', scan_at = NULL, changed_at = $3::timestamptz WHERE id = $1 AND scan <> 'infected' RETURNING id, application_id),
  emptied AS (DELETE FROM document_content WHERE document_id IN (SELECT id FROM condemned))
  INSERT INTO staff_message (kind, application_id, text, created_at)
  SELECT '${MessageKind.INFECTED_DOCUMENT}', application_id, $2::jsonb, $3::timestamptz FROM condemned RETURNING id`;

@Injectable()
export class ScanRepository {
  constructor(private readonly store: Store) {}

  async claim(environment: Environment, now: Date, until: Date): Promise<PendingScan | null> {
    const [row] = await this.store.query<PendingScan>(environment, CLAIM, [now, until]);
    return row ?? null;
  }

  async postpone(environment: Environment, id: number, until: Date): Promise<void> {
    await this.store.query(environment, POSTPONE, [id, until]);
  }

  async saveClean(environment: Environment, id: number): Promise<void> {
    await this.store.query(environment, PASS, [id]);
  }

  async findUpload(reader: Writer, id: number, agents: readonly string[]): Promise<UploadedDocument | null> {
    const [row] = await this.store.query<UploadedDocument>(reader, FIND_UPLOAD, [id, agents]);
    return row ?? null;
  }

  async saveInfected(context: OperationContext & Writer, document: UploadedDocument, found: string): Promise<boolean> {
    const values = [document.id, JSON.stringify(buildInfectionText(document, found)), context.at];
    const messages = await this.store.transaction(context, (tx) => tx.query(CONDEMN, values));
    return messages.length === 1;
  }
}

function buildInfectionText({ id, applicationId }: UploadedDocument, found: string): Text {
  return {
    el: `Στο έγγραφο ${id} της αίτησης ${applicationId} βρέθηκε ιός (${found}). Το περιεχόμενό του διαγράφηκε.`,
    en: `A virus (${found}) was found in document ${id} of application ${applicationId}. Its content was deleted.`,
  };
}
