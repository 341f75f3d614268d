import { Get, Param } from '@nestjs/common';
import { ServiceController } from '../../gateway/handler/decorators.js';
import { CurrentCall, type UserCall } from '../../gateway/handler/user-call.decorator.js';
import { ApiNotModified } from '../../gateway/documentation/not-modified.js';
import type { FireObject } from '../../record/reference/products/fire-questionnaire.js';
import { isNotModified } from '../../gateway/handler/version-response.js';
import { LineApplicationsService } from '../../record/contract/application-steps/line-applications.service.js';
import { toObjectResponse, type FireApplication } from './fire-application.mapper.js';
import { childPosition, positionOf, type ChildList } from './fire-children.js';
import { FireObjectResponse } from './fire-response.dto.js';
import { FireLoanDto } from './fire-object.dto.js';
import { FireCoOwnerDto } from './fire-person.dto.js';
import { FireClaimDto } from './fire-risk-facts.dto.js';
import type { ChildPath, ObjectPath } from './object-path.js';

const OBJECT = ':object_id';

/**
 * What the `Location` of an inserted object, claim, co-owner or loan leads to, in any status. The `ETag` is the application's. An addition of ours:
 * the contract reads them with the application only.
 */
@ServiceController('fire-api', 'rsc/applications/:id/objects_insured')
export class FireObjectReadsController {
  constructor(private readonly applications: LineApplicationsService) {}

  /** Retrieve an insured object. 304 when `If-None-Match` names what the caller has. */
  @Get(OBJECT)
  @ApiNotModified()
  getFireObject(@CurrentCall() call: UserCall, @Param() path: ObjectPath): Promise<FireObjectResponse | undefined> {
    return this.read(call, path, (application, at) => toObjectResponse(application, at));
  }

  /** Retrieve a claim. 304 when `If-None-Match` names what the caller has. */
  @Get(`${OBJECT}/claims_history/:claim_id`)
  @ApiNotModified()
  getFireClaim(@CurrentCall() call: UserCall, @Param() path: ChildPath<'claim_id'>): Promise<FireClaimDto | undefined> {
    return this.readChild(call, path, 'claims_history', path.claim_id);
  }

  /** Retrieve a co-owner. 304 when `If-None-Match` names what the caller has. */
  @Get(`${OBJECT}/co-owners/:co_owner_id`)
  @ApiNotModified()
  getFireCoOwner(@CurrentCall() call: UserCall, @Param() path: ChildPath<'co_owner_id'>): Promise<FireCoOwnerDto | undefined> {
    return this.readChild(call, path, 'co-owners', path.co_owner_id);
  }

  /** Retrieve a bank's loan. 304 when `If-None-Match` names what the caller has. */
  @Get(`${OBJECT}/mortgages_loans/:bank_id`)
  @ApiNotModified()
  getFireLoan(@CurrentCall() call: UserCall, @Param() path: ChildPath<'bank_id'>): Promise<FireLoanDto | undefined> {
    return this.readChild(call, path, 'mortgages_loans', path.bank_id);
  }

  private readChild<List extends ChildList>(
    call: UserCall,
    path: ObjectPath,
    list: List,
    childId: string,
  ): Promise<FireObject[List][number] | undefined> {
    return this.read(call, path, (application, at) => {
      const items: FireObject[List] = application.questionnaire.objects_insured[at]?.[list] ?? ([] as never);
      return items[childPosition(items, list, childId)];
    });
  }

  private async read<T>(call: UserCall, path: ObjectPath, pick: (application: FireApplication, at: number) => T): Promise<T | undefined> {
    const application = await this.applications.get(call.caller, 'fire', path.id);
    const picked = pick(application, positionOf(application.questionnaire.objects_insured, path.object_id));
    return isNotModified(call, application) ? undefined : picked;
  }
}
