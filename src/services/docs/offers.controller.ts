import { Get, Param, Post } from '@nestjs/common';
import { toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import { toDecimal, toNumber } from '../../common/money.js';
import { CurrentCall, CurrentCaller, JsonBody, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import type { Offer } from '../../record/contract/offers/offer.repository.js';
import { OfferService } from '../../record/contract/offers/offer.service.js';
import { buildDocumentHref } from '../../record/core/applications/application-links.js';
import { OfferRequest, OfferResponse } from './offer.dto.js';

@ServiceController('docs-api', 'policy/applications/:id/offers')
export class OffersController {
  constructor(private readonly offers: OfferService) {}

  /** List the offers for an application, oldest first. */
  @Get()
  async listOffers(@CurrentCaller() caller: UserCaller, @Param('id') id: string): Promise<OfferResponse[]> {
    const { application, offers } = await this.offers.list(caller, id);
    return offers.map((offer) => toResponse(offer, application.version, caller));
  }

  /**
   * Make the offer for a priced application. In status 01, 12 or 39; an unchanged application keeps its offer.
   * `Location` is the address of its document.
   */
  @Post()
  async createOffer(
    @CurrentCall() { caller, response }: UserCall,
    @Param('id') id: string,
    @JsonBody() { needs }: OfferRequest,
  ): Promise<OfferResponse> {
    const offer = await this.offers.make(caller, id, needs ?? null);
    const made = toResponse(offer, offer.applicationVersion ?? 0, caller);
    if (made.links[0]) response.setHeader('Location', made.links[0].href);
    return made;
  }
}

function toResponse(offer: Offer, version: number, { root }: UserCaller): OfferResponse {
  const { applicationId, applicationVersion, documentId } = offer;
  return {
    offer_no: offer.offerNo,
    version: applicationVersion ?? 0,
    current: applicationVersion === version ? '1' : '0',
    tariff_code: offer.tariffCode,
    tariff_version: offer.tariffVersion,
    gross: toNumber(toDecimal(offer.gross)),
    valid_until: offer.validUntil,
    sha256: offer.sha256,
    made_at: toLocalDateTime(offer.madeAt),
    needs: (offer.needs ?? []).map(({ code, answer }) => ({ code, answer })),
    links:
      applicationId === null || documentId === null ? [] : [{ rel: 'document', href: buildDocumentHref(applicationId, documentId, root) }],
  };
}
