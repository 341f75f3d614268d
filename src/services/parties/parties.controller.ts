import { Get, HttpStatus, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse } from '@nestjs/swagger';
import type { UserCaller } from '../../common/caller.js';
import { toWindow } from '../../common/validation/page-query.dto.js';
import { Counted } from '../../gateway/documentation/described-route.js';
import { CurrentCaller, JsonBody, ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { JSON_TYPE } from '../../gateway/call/send.js';
import { JsonText, setPageHeaders, sendParts } from '../../gateway/handler/responses.js';
import { PartiesService } from './parties.service.js';
import { PartyRequest } from './party-input.dto.js';
import { PartyResponse, PartyReferenceResponse, PartySearchQuery } from './party.dto.js';

const PATH = 'parties-api/resources/parties';

/** Persons and companies (parties.1). */
@ServiceController('parties-api', 'resources/parties')
export class PartiesController {
  constructor(private readonly parties: PartiesService) {}

  /**
   * Search the parties that the agent has sent. Finds those sent here or in applications, newest first. `X-Total-Count`
   * is their number, `Link` leads to the next and previous page.
   */
  @Get()
  @Counted()
  @ApiOkResponse({ type: PartyResponse, isArray: true })
  async searchParties(@CurrentCall() { caller, response }: UserCall, @Query() query: PartySearchQuery): Promise<JsonText | StreamableFile> {
    const window = toWindow(query);
    const page = await this.parties.search(caller, query, window);
    setPageHeaders(response, page, window);
    return page.json === null ? sendParts(response, page.read(), { type: JSON_TYPE }) : new JsonText(page.json);
  }

  /** Get a party by its id. */
  @Get(':id')
  @ApiOkResponse({ type: PartyResponse })
  async getParty(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<JsonText> {
    return new JsonText(await this.parties.get(caller, id));
  }

  /** Insert a party, or update the agent's record of its AFM. Records of other agents are neither read nor changed. */
  @Post()
  @ApiCreatedResponse({ type: PartyReferenceResponse, description: 'Inserted; `Location` is its address.' })
  @ApiOkResponse({
    type: PartyReferenceResponse,
    description: 'Updated.',
    headers: { 'Content-Location': { description: 'Address of the party.', schema: { type: 'string' } } },
  })
  async saveParty(@CurrentCall() { caller, response }: UserCall, @JsonBody(PartyRequest) body: unknown): Promise<PartyReferenceResponse> {
    const { partyId, isNew } = await this.parties.upsert(caller, body);
    response.setHeader(isNew ? 'Location' : 'Content-Location', `${caller.root}/${PATH}/${partyId}`);
    response.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return { partyId };
  }
}
