import { Delete, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import type { UserCaller } from '../../common/caller.js';
import { CurrentCaller, JsonBody, ServiceController } from '../../gateway/decorators.js';
import { applicationHref } from '../../record/applications/application-links.js';
import { toObjectEntity } from './fire-application.mapper.js';
import { deleteChild, deleteObject, insertChildren, insertObjects, updateChild, updateObject, type ChildList } from './fire-children.js';
import { FireChildrenService, type ChangedObjects } from './fire-children.service.js';
import { FireObjectEntity } from './fire-entity.dto.js';
import { noteTag } from '../../record/applications/note-tag.js';
import {
  FireClaimRequest,
  FireClaimsRequest,
  FireCoOwnersRequest,
  FireLoanRequest,
  FireLoansRequest,
  FireObjectRequest,
  FireObjectsRequest,
} from './fire-objects.dto.js';

const OBJECT = ':object_id';

/**
 * Insured objects, claims, co-owners and loans of a fire application in status 00 or 25 (spec §4.7). Each change prices it anew. The `ETag` is
 * the application's; `If-Match` names it.
 */
@ServiceController('fire-api', 'rsc/applications/:id/objects_insured')
export class FireObjectsController {
  constructor(private readonly children: FireChildrenService) {}

  /** Insert insured objects. The answer is the object, or an array of them when several were sent; `Location` names the first. */
  @Post()
  @ApiBody({ type: FireObjectsRequest })
  @ApiCreatedResponse({
    schema: {
      oneOf: [{ $ref: getSchemaPath(FireObjectEntity) }, { type: 'array', items: { $ref: getSchemaPath(FireObjectEntity) } }],
    },
  })
  async insertObjects(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireObjectEntity | FireObjectEntity[]> {
    const result = await this.children.change(caller, id, (objects) => insertObjects(objects, body));
    noteTag(response, result.application, caller);
    const entities = result.changed.map((at) => toObjectEntity(result.application, at));
    const [first] = entities;
    response.setHeader('Location', `${applicationHref(result.application, caller.root)}/objects_insured/${first?.object_id}`);
    return entities.length === 1 && first ? first : entities;
  }

  /** Update an insured object; its claims, co-owners and loans stay when they are not sent. */
  @Put(OBJECT)
  @ApiBody({ type: FireObjectRequest })
  async updateObject(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireObjectEntity> {
    return answer(response, caller, await this.children.change(caller, id, (objects) => updateObject(objects, objectId, body)));
  }

  /** Delete an insured object. */
  @Delete(OBJECT)
  @HttpCode(204)
  async deleteObject(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { application } = await this.children.change(caller, id, (objects) => deleteObject(objects, objectId));
    noteTag(response, application, caller);
  }

  /** Insert claims of an object; the answer is the object. */
  @Post(`${OBJECT}/claims_history`)
  @ApiBody({ type: FireClaimsRequest })
  insertClaims(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireObjectEntity> {
    return this.insert(caller, { id, objectId, list: 'claims_history' }, body, response);
  }

  /** Update a claim; the answer is the object. */
  @Put(`${OBJECT}/claims_history/:claim_id`)
  @ApiBody({ type: FireClaimRequest })
  async updateClaim(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @Param('claim_id') claimId: string,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireObjectEntity> {
    return answer(
      response,
      caller,
      await this.children.change(caller, id, (objects) => updateChild(objects, objectId, 'claims_history', claimId, body)),
    );
  }

  /** Delete a claim. */
  @Delete(`${OBJECT}/claims_history/:claim_id`)
  @HttpCode(204)
  async deleteClaim(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @Param('claim_id') claimId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { application } = await this.children.change(caller, id, (objects) => deleteChild(objects, objectId, 'claims_history', claimId));
    noteTag(response, application, caller);
  }

  /** Insert co-owners of an object; the answer is the object. */
  @Post(`${OBJECT}/co-owners`)
  @ApiBody({ type: FireCoOwnersRequest })
  insertCoOwners(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireObjectEntity> {
    return this.insert(caller, { id, objectId, list: 'co-owners' }, body, response);
  }

  /** Delete a co-owner. */
  @Delete(`${OBJECT}/co-owners/:co_owner_id`)
  @HttpCode(204)
  async deleteCoOwner(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @Param('co_owner_id') coOwnerId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { application } = await this.children.change(caller, id, (objects) => deleteChild(objects, objectId, 'co-owners', coOwnerId));
    noteTag(response, application, caller);
  }

  /** Insert loans on an object, one for each bank; the answer is the object. */
  @Post(`${OBJECT}/mortgages_loans`)
  @ApiBody({ type: FireLoansRequest })
  insertLoans(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireObjectEntity> {
    return this.insert(caller, { id, objectId, list: 'mortgages_loans' }, body, response);
  }

  /** Update the amount of a bank's loan; the answer is the object. */
  @Put(`${OBJECT}/mortgages_loans/:bank_id`)
  @ApiBody({ type: FireLoanRequest })
  async updateLoan(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @Param('bank_id') bankId: string,
    @JsonBody() body: unknown,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FireObjectEntity> {
    return answer(
      response,
      caller,
      await this.children.change(caller, id, (objects) => updateChild(objects, objectId, 'mortgages_loans', bankId, body)),
    );
  }

  /** Delete a bank's loan. */
  @Delete(`${OBJECT}/mortgages_loans/:bank_id`)
  @HttpCode(204)
  async deleteLoan(
    @CurrentCaller() caller: UserCaller,
    @Param('id') id: string,
    @Param('object_id') objectId: string,
    @Param('bank_id') bankId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { application } = await this.children.change(caller, id, (objects) => deleteChild(objects, objectId, 'mortgages_loans', bankId));
    noteTag(response, application, caller);
  }

  private async insert(
    caller: UserCaller,
    { id, objectId, list }: { id: string; objectId: string; list: ChildList },
    body: unknown,
    response: Response,
  ): Promise<FireObjectEntity> {
    const result = await this.children.change(caller, id, (objects) => insertChildren(objects, objectId, list, body));
    response.setHeader('Location', `${applicationHref(result.application, caller.root)}/objects_insured/${objectId}`);
    return answer(response, caller, result);
  }
}

function answer(response: Response, caller: UserCaller, { application, changed }: ChangedObjects): FireObjectEntity {
  noteTag(response, application, caller);
  const [at] = changed;
  if (at === undefined) throw new Error('a change of one object must name it');
  return toObjectEntity(application, at);
}
