import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { parseObjectId } from '../../common/identifiers.js';
import { PartyUpsertService, type PartyUpsert } from '../../record/core/parties/party-upsert.service.js';
import { readParty } from './party-input.js';
import type { PartySearchQuery } from './party.dto.js';
import { type PartyPage, PartySearchRepository } from './party-search.repository.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';

@Injectable()
export class PartiesService {
  constructor(
    private readonly parties: PartySearchRepository,
    private readonly upserts: PartyUpsertService,
    private readonly lists: ReferenceLists,
  ) {}

  search({ environment, user }: UserCaller, query: PartySearchQuery, window: { start: number; limit: number }): Promise<PartyPage> {
    const { policyId, afm, name, contact } = query;
    const applicationId = policyId === undefined ? undefined : Number(policyId);
    return this.parties.search(environment, { agents: listAgents(user), applicationId, afm, name, contact }, window);
  }

  /** @throws DomainError PARTY_NOT_FOUND for an unknown, a malformed and another agent's id */
  async get({ environment, user }: UserCaller, id: string): Promise<string> {
    const partyId = parseObjectId(id);
    const party = partyId === null ? null : await this.parties.find(environment, listAgents(user), partyId);
    if (party === null) throw new DomainError(ErrorCode.PARTY_NOT_FOUND);
    return party;
  }

  upsert(caller: UserCaller, body: unknown): Promise<PartyUpsert> {
    return this.upserts.upsert(caller, caller.user.agentCode, readParty(body, toLocalDate(caller.at), this.lists));
  }
}

/** Puts the caller's own agent first, then the lowest code: the first one with a record of an AFM counts. */
function listAgents({ agentCode, readableAgents }: UserCaller['user']): string[] {
  return [agentCode, ...readableAgents.filter((code) => code !== agentCode).toSorted()];
}
