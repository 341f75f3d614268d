import { Injectable } from '@nestjs/common';
import type { ReceivedFile } from '../../../gateway/body/received-file.js';
import { Bulkheads } from '../../../config/bulkheads.js';
import { runAfterCommit } from '../../../common/unit-of-work.js';
import { BankStatementService } from '../../../record/exchange/statements/bank-statement.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import type { BankStatementWithSumsResponse } from './bank-statements.dto.js';
import { BankStatementSearchRepository } from './bank-statement-search.repository.js';
import { StatementBookingWorker } from './statement-booking.worker.js';

@Injectable()
export class StaffStatementService {
  constructor(
    private readonly bulkheads: Bulkheads,
    private readonly statements: BankStatementService,
    private readonly search: BankStatementSearchRepository,
    private readonly worker: StatementBookingWorker,
    private readonly audit: AuditService,
  ) {}

  async upload(
    staff: StaffCaller,
    file: ReceivedFile,
    gapReason: string | null,
  ): Promise<{ readonly statement: BankStatementWithSumsResponse; readonly isNew: boolean }> {
    const { environment, userId, name, at } = staff;
    const { id, isNew } = await this.bulkheads.bankFiles.run({ lane: 'staff', owner: userId }, async () => {
      // Reading a file needs about ten times its size in memory.
      const read = await this.statements.read(file.parts(), file.sha256, gapReason);
      const actor = toAuditActor(staff);
      return this.statements.save(staff, read, { userId, name, at, actor }, (tx, id, details) =>
        this.audit.record(tx, actor, { action: 'create', subject: 'bank_statement', id, environment, details }),
      );
    });
    const statement = await this.search.get(staff, id);
    if (isNew) runAfterCommit(staff, () => void this.worker.job.run(environment));
    return { statement, isNew };
  }
}
