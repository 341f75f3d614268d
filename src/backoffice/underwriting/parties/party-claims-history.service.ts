import { Injectable } from '@nestjs/common';
import { ClaimsHistoryService } from '../../../record/contract/claims-history/claims-history.service.js';
import { Store } from '../../../store/store.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { idOf, notFound } from '../../common/not-found.js';

/** The claims-history statement of a person of the register (documents.24). */
@Injectable()
export class PartyClaimsHistoryService {
  constructor(
    private readonly store: Store,
    private readonly histories: ClaimsHistoryService,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND, POLICY_NOT_FOUND when the person has no vehicle policy */
  async print(staff: StaffCaller, idText: string): Promise<Buffer> {
    const [party] = await this.store.query<{ afm: string }>(staff, 'SELECT afm FROM party WHERE id = $1', [idOf(idText)]);
    if (party === undefined) throw notFound();
    return this.histories.printForPerson(staff, party.afm);
  }
}
