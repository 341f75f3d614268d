import { Injectable } from '@nestjs/common';
import type { Role } from '../../../identity/user.service.js';
import type { PageQueryDto } from '../../common/page.dto.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { PartyApplicationsService } from '../parties/party-applications.service.js';
import { StaffPartyService } from '../parties/staff-party.service.js';
import type { ClientResponse } from './client.dto.js';
import { ClientRepository } from './client.repository.js';

/** Roles of the routes that show the same: the register, applications and claims, and refunds. */
const SEES_RECORDS: readonly Role[] = ['issuing', 'auditor'];
const SEES_CONTRACTS: readonly Role[] = ['underwriter', 'issuing', 'auditor'];
const SEES_REFUNDS: readonly Role[] = ['issuing', 'auditor'];

@Injectable()
export class ClientService {
  constructor(
    private readonly parties: StaffPartyService,
    private readonly applications: PartyApplicationsService,
    private readonly clients: ClientRepository,
  ) {}

  /** @throws DomainError CHILD_NOT_FOUND */
  async get(staff: StaffCaller, id: number, query: PageQueryDto): Promise<ClientResponse> {
    const { role, environment } = staff;
    const { afm, lastName, firstName, records } = await this.parties.get(staff, id);
    const [contracts, claims, refunds, serviceRequests] = await Promise.all([
      SEES_CONTRACTS.includes(role) ? this.applications.listOf(staff, afm, query) : null,
      SEES_CONTRACTS.includes(role) ? this.clients.findClaims(environment, afm) : null,
      SEES_REFUNDS.includes(role) ? this.clients.findRefunds(environment, afm) : null,
      this.clients.findServiceRequests(environment, afm),
    ]);
    const name = [lastName, firstName].filter((part) => part !== null).join(' ');
    return { id, afm, name, records: SEES_RECORDS.includes(role) ? records : null, contracts, claims, refunds, serviceRequests };
  }
}
