import { Param, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, ServiceController } from '../../gateway/handler/decorators.js';
import { ALWAYS_ASK, sendList } from '../../gateway/handler/list-response.js';
import { ListRoute, type CodeSegment } from '../../gateway/handler/list-route.decorator.js';
import { BundleItemResponse, ExtraCoverItemResponse, GroupCoverItemResponse } from './fire-parameter-items.dto.js';
import {
  ActiveQuery,
  ExtraCoversQuery,
  GroupsCoversQuery,
  ListBundlesQuery,
  OfferedBundleQuery,
  OfferedBundlesQuery,
} from './fire-parameter-query.dto.js';
import { FireParametersService } from './fire-parameters.service.js';

const BUNDLE: CodeSegment = { name: 'bundleCode', description: 'Code of the bundle.', example: '101' };

/** Covers and bundles of the tariff that is valid today (fire.11), in its order. */
@ServiceController('fire-api', 'parameters')
export class FireTariffParametersController {
  constructor(private readonly parameters: FireParametersService) {}

  /** Covers and the groups insured that they can be had for. */
  @ListRoute('groupsCovers', GroupCoverItemResponse)
  listFireCovers(@CurrentCaller() caller: UserCaller, @Query() query: GroupsCoversQuery, @Res() response: Response): void {
    sendList(response, this.parameters.groupsCovers(caller, query));
  }

  /** Covers for one group insured, or one cover. */
  @ListRoute('groupsCovers/groupCovers=:groupCovers', GroupCoverItemResponse, {
    name: 'groupCovers',
    description: 'Code of a group insured, or of a cover. Codes: `GET /fire-api/parameters/groupsInsured`.',
    example: '01',
  })
  listFireCoversOfGroup(@CurrentCaller() caller: UserCaller, @Param('groupCovers') groupCovers: string, @Res() response: Response): void {
    sendList(response, this.parameters.groupsCovers(caller, { groupCovers }));
  }

  /** Bundles that a risk can be insured with, with their covers. */
  @ListRoute('bundles', BundleItemResponse)
  listOfferedFireBundles(@CurrentCaller() caller: UserCaller, @Query() query: OfferedBundlesQuery, @Res() response: Response): void {
    sendList(response, this.parameters.offeredBundles(caller, query));
  }

  /** One bundle by its code, when the risk can be insured with it. */
  @ListRoute('bundles/bundleCode=:bundleCode', BundleItemResponse, BUNDLE)
  getOfferedFireBundle(
    @CurrentCaller() caller: UserCaller,
    @Param('bundleCode') bundleCode: string,
    @Query() query: OfferedBundleQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.offeredBundles(caller, { ...query, bundleCode }));
  }

  /** Covers that can be added to a bundle, as far as the years of the building decide. */
  @ListRoute('bundles/:bundleCode/extra_covers', ExtraCoverItemResponse, BUNDLE)
  listExtraFireCovers(
    @CurrentCaller() caller: UserCaller,
    @Param('bundleCode') bundleCode: string,
    @Query() query: ExtraCoversQuery,
    @Res() response: Response,
  ): void {
    // Reasons are in the language of the request.
    sendList(response, this.parameters.extraCovers(caller, bundleCode, query), ALWAYS_ASK);
  }

  /** The same, with the code named in the path. */
  @ListRoute('bundles/bundleCode=:bundleCode/extra_covers', ExtraCoverItemResponse, BUNDLE)
  listExtraFireCoversOfNamedBundle(
    @CurrentCaller() caller: UserCaller,
    @Param('bundleCode') bundleCode: string,
    @Query() query: ExtraCoversQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.extraCovers(caller, bundleCode, query), ALWAYS_ASK);
  }

  /** All bundles with the covers they have and those that can be added. */
  @ListRoute('listBundles', BundleItemResponse)
  listFireBundles(@CurrentCaller() caller: UserCaller, @Query() query: ListBundlesQuery, @Res() response: Response): void {
    sendList(response, this.parameters.listBundles(caller, query));
  }

  /** One bundle by its code, whatever the risk. */
  @ListRoute('listBundles/bundleCode=:bundleCode', BundleItemResponse, {
    ...BUNDLE,
    description: 'Code of the bundle. Codes: `GET /fire-api/parameters/bundles`.',
  })
  getFireBundle(
    @CurrentCaller() caller: UserCaller,
    @Param('bundleCode') bundleCode: string,
    @Query() query: ActiveQuery,
    @Res() response: Response,
  ): void {
    sendList(response, this.parameters.listBundles(caller, { ...query, bundleCode }));
  }
}
