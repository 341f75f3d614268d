import { Get, HttpCode, HttpStatus, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { JsonBody, NotStored } from '../../../gateway/handler/decorators.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentStaffCall,
  CurrentStaff,
  ChecksIfMatch,
  ReadsObject,
  Roles,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { parseId } from '../../common/errors.js';
import { ApiKeyAdministrationService } from './api-key-administration.service.js';
import { ProductionRejectionService } from './production-rejection.service.js';
import {
  ApiKeyChangeRequest,
  ApiKeyResponse,
  ApiKeyListResponse,
  ApiKeyQueryDto,
  IssuedApiKeyResponse,
  NewApiKeyRequest,
  ProductionRejectionRequest,
  RotationRequest,
} from './api-keys.dto.js';

const DEFAULT_OVERLAP_HOURS = 24;

@BackofficeController('api-keys')
@Roles('admin')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeyAdministrationService,
    private readonly rejections: ProductionRejectionService,
  ) {}

  /** List API keys, newest first. An agent's user sees only the keys of the program that it signed up. */
  @Get()
  @Roles('admin', 'agent')
  listApiKeys(@CurrentStaff() caller: StaffCaller, @Query() query: ApiKeyQueryDto): Promise<ApiKeyListResponse> {
    return this.keys.find(caller, query);
  }

  /** Get an API key without its secret. Read it before a change, for its `ETag`. */
  @Get(':id')
  @ReadsObject()
  @Roles('admin', 'agent')
  getApiKey(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<ApiKeyResponse> {
    return this.keys.get(caller, parseId(id));
  }

  /** Create an API key. Only this response contains the secret. */
  @Post()
  @NotStored('apiKey')
  async createApiKey(@CurrentStaffCall() call: StaffCall, @JsonBody() body: NewApiKeyRequest): Promise<IssuedApiKeyResponse> {
    const issued = await this.keys.create(call.staff, body);
    setLocation(call, `api-keys/${issued.id}`);
    return issued;
  }

  /** Change the name, grants, limits or status of an API key. Use it to grant services, or to disable a key. */
  @Patch(':id')
  @ChangesObject()
  changeApiKey(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: ApiKeyChangeRequest,
  ): Promise<ApiKeyResponse> {
    return this.keys.change(staff, parseId(id), body);
  }

  /**
   * Reject the request for production that waits for a key. The user who asked gets a mail with the reason, reads it in
   * the console, and may ask again.
   */
  @Post(':id/production-rejection')
  @HttpCode(HttpStatus.OK)
  @ChangesObject()
  async rejectProduction(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() { reason }: ProductionRejectionRequest,
  ): Promise<ApiKeyResponse> {
    await this.rejections.reject(staff, parseId(id), reason.trim());
    return this.keys.get(staff, parseId(id));
  }

  /**
   * Rotate an API key: create a new one with the same grants. Only this response contains the new secret; the old key
   * stays valid for `overlapHours`.
   */
  @Post(':id/rotate')
  @ChecksIfMatch()
  @NotStored('apiKey')
  @Roles('admin', 'agent')
  @ApiBody({ type: RotationRequest, required: false })
  async rotateApiKey(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @JsonBody() body: RotationRequest,
  ): Promise<IssuedApiKeyResponse> {
    const issued = await this.keys.rotate(call.staff, parseId(id), body.overlapHours ?? DEFAULT_OVERLAP_HOURS);
    setLocation(call, `api-keys/${issued.id}`);
    return issued;
  }
}
