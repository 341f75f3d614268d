import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../../common/caller.js';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { Store } from '../../../store/store.js';
import type { ApplicationRecord } from '../../core/applications/application.js';
import { assertOwn } from '../../core/applications/application.service.js';
import { FINAL_STATUSES, Status } from '../../core/applications/status.js';
import { SystemCategory, type DocumentMetadata, buildGreenCardFileName } from '../../core/documents/document.js';
import { DocumentRepository } from '../../core/documents/document.repository.js';
import { PolicyPrinter } from './policy-printer.js';

interface IssuedGreenCard {
  readonly document: DocumentMetadata;
  readonly isNew: boolean;
}

@Injectable()
export class GreenCardService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly printer: PolicyPrinter,
    private readonly store: Store,
  ) {}

  /** @throws DomainError AGENT_CODE_REFUSED, FINAL_STATUS, NOT_ALLOWED_IN_STATUS unless in force and not suspended */
  async request(caller: UserCaller, policy: ApplicationRecord<'motor'>): Promise<IssuedGreenCard> {
    assertOwn(caller, policy);
    if (FINAL_STATUSES.has(policy.status)) throw new DomainError(ErrorCode.FINAL_STATUS);
    if (policy.status !== Status.IN_FORCE) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: NOT_IN_FORCE });
    if (policy.questionnaire.isSuspended) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: IS_SUSPENDED });
    const { vehicle } = await this.documents.findCardVehicle(caller.environment, policy.id);
    const key = buildGreenCardKey(policy, vehicle);
    const stored = await this.documents.findSystemDocument(caller.environment, policy.id, key);
    if (stored) return { document: stored, isNew: false };
    const createdAt = caller.at;
    const content = await this.printer.printGreenCard(caller.environment, policy, createdAt);
    const created = await this.store.transaction(caller, (tx) =>
      this.printer.storeOnce(tx, key, {
        applicationId: policy.id,
        content,
        createdBy: caller.user.name,
        createdAt,
        categoryId: SystemCategory.GREEN_CARD,
        fileName: buildGreenCardFileName(policy.policyNo ?? policy.applicationNo),
      }),
    );
    const document = created ?? (await this.documents.findSystemDocument(caller.environment, policy.id, key));
    if (!document) throw new Error(`The green card of policy ${policy.id} was neither stored nor found.`);
    return { document, isNew: created !== null };
  }
}

function buildGreenCardKey({ lastReceipt, endDate }: ApplicationRecord, vehicle: string): string {
  return `green-card:${lastReceipt?.periodTo ?? endDate}${vehicle}`;
}

const IS_SUSPENDED = {
  el: 'Το όχημα είναι σε ακινησία: πράσινη κάρτα εκδίδεται μετά την επαναφορά του σε κυκλοφορία.',
  en: 'The vehicle is off the road: a green card is issued once it is reactivated.',
};
const NOT_IN_FORCE = {
  el: 'Πράσινη κάρτα εκδίδεται μόνο για συμβόλαιο σε ισχύ με εξοφλημένη δόση.',
  en: 'A green card is issued only for a policy in force with a paid instalment.',
};
