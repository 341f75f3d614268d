import { Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, getSchemaPath } from '@nestjs/swagger';
import { UsesVersion } from '../../gateway/documentation/described-route.js';
import { JsonBody, ServiceController, CurrentCall, type UserCall } from '../../gateway/handler/decorators.js';
import { ApiNotModified } from '../../gateway/documentation/file-responses.js';
import { LineApplicationsService } from '../../record/contract/application-steps/line-applications.service.js';
import { buildApplicationHref } from '../../record/core/applications/application-links.js';
import { isNotModified, setVersionTag } from '../../gateway/handler/version-response.js';
import type { FireObject } from '../../record/reference/products/fire-questionnaire.js';
import { toObjectResponse, type FireApplication } from './fire-application.mapper.js';
import {
  getChildId,
  getChildPosition,
  deleteChild,
  deleteObject,
  insertChildren,
  insertObjects,
  getObjectPosition,
  updateChild,
  updateObject,
  replaceViolationPaths,
  type ChildList,
  type ObjectsChange,
} from './fire-children.js';
import { FireQuestionnaireReader } from './fire-questionnaire.reader.js';
import { FireObjectResponse } from './fire-response.dto.js';
import {
  FireLoanDto,
  FireClaimRequest,
  FireClaimsRequest,
  FireCoOwnersRequest,
  FireLoanRequest,
  FireLoansRequest,
  FireObjectRequest,
  FireObjectsRequest,
} from './fire-object.dto.js';
import { FireCoOwnerDto } from './fire-person.dto.js';
import { FireClaimDto } from './fire-risk-facts.dto.js';

const OBJECT = ':object_id';

interface ObjectPath {
  readonly id: string;
  readonly object_id: string;
}

type ObjectsEdit = (objects: readonly FireObject[]) => ObjectsChange;
type ChangedObjects = ObjectsChange & { readonly application: FireApplication };
type ChildPath<Child extends 'claim_id' | 'co_owner_id' | 'bank_id'> = ObjectPath & Readonly<Record<Child, string>>;

/** Readable in any status, changeable in 00 and 25; each change prices the application again (fire.6). */
@ServiceController('fire-api', 'rsc/applications/:id/objects_insured')
export class FireObjectsController {
  constructor(
    private readonly applications: LineApplicationsService,
    private readonly reader: FireQuestionnaireReader,
  ) {}

  /** Get an insured object. 304 when `If-None-Match` has the application's current tag. */
  @Get(OBJECT)
  @ApiNotModified()
  getFireObject(@CurrentCall() call: UserCall, @Param() path: ObjectPath): Promise<FireObjectResponse | undefined> {
    return this.read(call, path, (application, at) => toObjectResponse(application, at));
  }

  /** Get a past claim of an insured object. 304 when `If-None-Match` has the application's current tag. */
  @Get(`${OBJECT}/claims_history/:claim_id`)
  @ApiNotModified()
  getFireClaim(@CurrentCall() call: UserCall, @Param() path: ChildPath<'claim_id'>): Promise<FireClaimDto | undefined> {
    return this.readChild(call, path, 'claims_history', path.claim_id);
  }

  /** Get a co-owner of an insured object. 304 when `If-None-Match` has the application's current tag. */
  @Get(`${OBJECT}/co-owners/:co_owner_id`)
  @ApiNotModified()
  getFireCoOwner(@CurrentCall() call: UserCall, @Param() path: ChildPath<'co_owner_id'>): Promise<FireCoOwnerDto | undefined> {
    return this.readChild(call, path, 'co-owners', path.co_owner_id);
  }

  /** Get the loan of a bank on an insured object. 304 when `If-None-Match` has the application's current tag. */
  @Get(`${OBJECT}/mortgages_loans/:bank_id`)
  @ApiNotModified()
  getFireLoan(@CurrentCall() call: UserCall, @Param() path: ChildPath<'bank_id'>): Promise<FireLoanDto | undefined> {
    return this.readChild(call, path, 'mortgages_loans', path.bank_id);
  }

  /**
   * Insert one or more insured objects and price the application again. The response is the object, or an array of
   * several objects; `Location` is the address of the first.
   */
  @Post()
  @UsesVersion('changed')
  @ApiCreatedResponse({
    schema: {
      oneOf: [{ $ref: getSchemaPath(FireObjectResponse) }, { type: 'array', items: { $ref: getSchemaPath(FireObjectResponse) } }],
    },
  })
  async insertFireObjects(
    @CurrentCall() call: UserCall,
    @Param('id') id: string,
    @JsonBody(FireObjectsRequest) body: unknown,
  ): Promise<FireObjectResponse | FireObjectResponse[]> {
    const { application, changed } = await this.change(call, id, (objects) => insertObjects(objects, body));
    const entities = changed.map((at) => toObjectResponse(application, at));
    const [first] = entities;
    setLocation(call, application, `${first?.object_id}`);
    return entities.length === 1 && first ? first : entities;
  }

  /** Update an insured object and price the application again. Absent claims, co-owners and loans stay unchanged. */
  @Put(OBJECT)
  @UsesVersion('changed')
  async updateFireObject(
    @CurrentCall() call: UserCall,
    @Param() path: ObjectPath,
    @JsonBody(FireObjectRequest) body: unknown,
  ): Promise<FireObjectResponse> {
    return oneOf(await this.change(call, path.id, (objects) => updateObject(objects, path.object_id, body)));
  }

  /** Delete an insured object and price the application again. */
  @Delete(OBJECT)
  @UsesVersion('changed')
  @HttpCode(204)
  async deleteFireObject(@CurrentCall() call: UserCall, @Param() path: ObjectPath): Promise<void> {
    await this.change(call, path.id, (objects) => deleteObject(objects, path.object_id));
  }

  /** Insert past claims of an insured object. Returns the object; `Location` is the first claim. */
  @Post(`${OBJECT}/claims_history`)
  @UsesVersion('changed')
  insertFireClaims(
    @CurrentCall() call: UserCall,
    @Param() path: ObjectPath,
    @JsonBody(FireClaimsRequest) body: unknown,
  ): Promise<FireObjectResponse> {
    return this.insert(call, path, 'claims_history', body);
  }

  /** Update a past claim of an insured object. Returns the object. */
  @Put(`${OBJECT}/claims_history/:claim_id`)
  @UsesVersion('changed')
  updateFireClaim(
    @CurrentCall() call: UserCall,
    @Param() path: ChildPath<'claim_id'>,
    @JsonBody(FireClaimRequest) body: unknown,
  ): Promise<FireObjectResponse> {
    return this.update(call, path, 'claims_history', path.claim_id, body);
  }

  /** Delete a past claim of an insured object. */
  @Delete(`${OBJECT}/claims_history/:claim_id`)
  @UsesVersion('changed')
  @HttpCode(204)
  deleteFireClaim(@CurrentCall() call: UserCall, @Param() path: ChildPath<'claim_id'>): Promise<void> {
    return this.delete(call, path, 'claims_history', path.claim_id);
  }

  /** Insert co-owners of an insured object. Returns the object; `Location` is the first co-owner. */
  @Post(`${OBJECT}/co-owners`)
  @UsesVersion('changed')
  insertFireCoOwners(
    @CurrentCall() call: UserCall,
    @Param() path: ObjectPath,
    @JsonBody(FireCoOwnersRequest) body: unknown,
  ): Promise<FireObjectResponse> {
    return this.insert(call, path, 'co-owners', body);
  }

  /** Delete a co-owner of an insured object. */
  @Delete(`${OBJECT}/co-owners/:co_owner_id`)
  @UsesVersion('changed')
  @HttpCode(204)
  deleteFireCoOwner(@CurrentCall() call: UserCall, @Param() path: ChildPath<'co_owner_id'>): Promise<void> {
    return this.delete(call, path, 'co-owners', path.co_owner_id);
  }

  /** Insert loans on an insured object, one for each bank. Returns the object; `Location` is the first loan. */
  @Post(`${OBJECT}/mortgages_loans`)
  @UsesVersion('changed')
  insertFireLoans(
    @CurrentCall() call: UserCall,
    @Param() path: ObjectPath,
    @JsonBody(FireLoansRequest) body: unknown,
  ): Promise<FireObjectResponse> {
    return this.insert(call, path, 'mortgages_loans', body);
  }

  /** Update the amount of a bank's loan on an insured object. Returns the object. */
  @Put(`${OBJECT}/mortgages_loans/:bank_id`)
  @UsesVersion('changed')
  updateFireLoan(
    @CurrentCall() call: UserCall,
    @Param() path: ChildPath<'bank_id'>,
    @JsonBody(FireLoanRequest) body: unknown,
  ): Promise<FireObjectResponse> {
    return this.update(call, path, 'mortgages_loans', path.bank_id, body);
  }

  /** Delete the loan of a bank on an insured object. */
  @Delete(`${OBJECT}/mortgages_loans/:bank_id`)
  @UsesVersion('changed')
  @HttpCode(204)
  deleteFireLoan(@CurrentCall() call: UserCall, @Param() path: ChildPath<'bank_id'>): Promise<void> {
    return this.delete(call, path, 'mortgages_loans', path.bank_id);
  }

  private async insert(call: UserCall, path: ObjectPath, list: ChildList, body: unknown): Promise<FireObjectResponse> {
    const result = await this.change(call, path.id, (objects) => insertChildren(objects, path.object_id, list, body));
    const { application, changed, inserted } = result;
    const object = application.questionnaire.objects_insured[changed[0] ?? -1];
    if (!object || inserted === undefined) throw new Error('The insert returned no object or child.');
    setLocation(call, application, `${object.object_id}/${list}/${getChildId(object, list, inserted)}`);
    return oneOf(result);
  }

  private async update(call: UserCall, path: ObjectPath, list: ChildList, childId: string, body: unknown): Promise<FireObjectResponse> {
    return oneOf(await this.change(call, path.id, (objects) => updateChild(objects, path.object_id, list, childId, body)));
  }

  private async delete(call: UserCall, path: ObjectPath, list: ChildList, childId: string): Promise<void> {
    await this.change(call, path.id, (objects) => deleteChild(objects, path.object_id, list, childId));
  }

  private readChild<List extends ChildList>(
    call: UserCall,
    path: ObjectPath,
    list: List,
    childId: string,
  ): Promise<FireObject[List][number] | undefined> {
    return this.read(call, path, (application, at) => {
      const items: FireObject[List] = application.questionnaire.objects_insured[at]?.[list] ?? ([] as never);
      return items[getChildPosition(items, list, childId)];
    });
  }

  private async read<T>(call: UserCall, path: ObjectPath, pick: (application: FireApplication, at: number) => T): Promise<T | undefined> {
    const application = await this.applications.get(call.caller, 'fire', path.id);
    const picked = pick(application, getObjectPosition(application.questionnaire.objects_insured, path.object_id));
    return isNotModified(call, application) ? undefined : picked;
  }

  private async change(call: UserCall, id: string, edit: ObjectsEdit): Promise<ChangedObjects> {
    const { caller } = call;
    const { application, result } = await this.applications.change(caller, 'fire', id, async (stored) => {
      const { client, insured, objects_insured: objects } = stored;
      const change = edit(objects);
      const body = { fire_application: { client, insured, objects_insured: change.objects } };
      const questionnaire = await this.reader.readUpdate(caller, body, stored).catch((error: unknown) => {
        throw replaceViolationPaths(error, 'fire_application.objects_insured', change);
      });
      return { questionnaire, result: change };
    });
    setVersionTag(call, application);
    return { ...result, application };
  }
}

function setLocation({ caller, response }: UserCall, application: FireApplication, place: string): void {
  response.setHeader('Location', `${buildApplicationHref(application, caller.root)}/objects_insured/${place}`);
}

function oneOf({ application, changed: [at] }: ChangedObjects): FireObjectResponse {
  if (at === undefined) throw new Error('The change returned no object.');
  return toObjectResponse(application, at);
}
