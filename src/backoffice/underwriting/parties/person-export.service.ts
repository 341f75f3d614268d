import { Injectable } from '@nestjs/common';
import { toLocalDateTime } from '../../../common/athens.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { QuoteDraftEntity } from '../../../store/entities/quote-draft.entity.js';
import { Store } from '../../../store/store.js';
import { AuditService, toAuditActor } from '../../access/audit/audit.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { buildJsonFile, ExportedApplications } from './exported-applications.service.js';
import type { NamingApplication } from './naming-application.js';
import { PersonDataRepository } from './person-data.repository.js';
import type { StaffPartyResponse } from './staff-party.dto.js';
import { StaffPartyService } from './staff-party.service.js';
import { writeZip, type ZipFile } from './zip-stream.js';

const MAX_APPLICATIONS = 500;

@Injectable()
export class PersonExportService {
  constructor(
    private readonly store: Store,
    private readonly parties: StaffPartyService,
    private readonly data: PersonDataRepository,
    private readonly applications: ExportedApplications,
    private readonly audit: AuditService,
  ) {}

  async export(staff: StaffCaller, id: number): Promise<AsyncGenerator<Buffer, void>> {
    const { environment } = staff;
    const party = await this.parties.get(staff, id);
    const naming = await this.data.findNamingApplications(this.store.withoutTransaction(environment), party.afm);
    if (naming.length > MAX_APPLICATIONS) throw new DomainError(ErrorCode.LIMIT_REACHED, { text: TOO_MANY });
    const details = { applications: naming.length };
    await this.store.transaction(staff, (tx) =>
      this.audit.record(tx, toAuditActor(staff), { action: 'export', subject: 'party', id, environment, details }),
    );
    return writeZip(this.listFiles(staff, party, naming));
  }

  private async *listFiles(
    staff: StaffCaller,
    party: StaffPartyResponse,
    naming: readonly NamingApplication[],
  ): AsyncGenerator<ZipFile, void> {
    const summary = { exportedAt: toLocalDateTime(staff.at), environment: staff.environment, person: party };
    const previous = naming.filter(({ isNamed }) => !isNamed).map(({ applicationNo }) => applicationNo);
    const drafts = await this.store.read(staff.environment, (manager) => manager.findBy(QuoteDraftEntity, { afm: party.afm }));
    const savedForms = drafts.map(({ line, title, savedAt, content }) => ({ line, title, savedAt: toLocalDateTime(savedAt), content }));
    yield buildJsonFile('person.json', staff.at, { ...summary, formerlyNamedIn: previous, savedForms });
    for (const { id, isOwn, isNamed } of naming) {
      if (isOwn) yield* this.applications.readOwn(staff, id);
      else if (isNamed) yield await this.applications.readNaming(staff, id, party.afm);
    }
  }
}

const TOO_MANY = {
  el: `Το πρόσωπο αναφέρεται σε περισσότερες από ${MAX_APPLICATIONS} αιτήσεις.`,
  en: `More than ${MAX_APPLICATIONS} applications name the person.`,
};
