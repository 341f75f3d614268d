import { Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { JsonBody, NotKept } from '../../../gateway/handler/decorators.js';
import {
  BackofficeController,
  ChangesObject,
  CurrentStaffCall,
  CurrentStaff,
  MeansObject,
  ReadsObject,
  Roles,
  setLocation,
  type StaffCall,
} from '../../common/decorators.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { idOf } from '../../common/not-found.js';
import { ApiKeyAdministrationService } from './api-key-administration.service.js';
import { ApiKeyReader } from './api-key.reader.js';
import {
  ApiKeyChangeRequest,
  ApiKeyResponse,
  ApiKeyListResponse,
  ApiKeyQueryDto,
  IssuedApiKeyResponse,
  NewApiKeyRequest,
  RotationRequest,
} from './api-keys.dto.js';

const DEFAULT_OVERLAP_HOURS = 24;

@BackofficeController('api-keys')
@Roles('admin')
export class ApiKeysController {
  constructor(
    private readonly administration: ApiKeyAdministrationService,
    private readonly reader: ApiKeyReader,
  ) {}

  /** API keys, newest first. An agent's user sees those of the program that it signed up for. */
  @Get()
  @Roles('admin', 'agent')
  listApiKeys(@CurrentStaff() caller: StaffCaller, @Query() query: ApiKeyQueryDto): Promise<ApiKeyListResponse> {
    return this.reader.find(caller, query);
  }

  /** One API key. */
  @Get(':id')
  @ReadsObject()
  @Roles('admin', 'agent')
  getApiKey(@CurrentStaff() caller: StaffCaller, @Param('id') id: string): Promise<ApiKeyResponse> {
    return this.reader.get(caller, idOf(id));
  }

  /** Make a key; it is shown in this response and never again. */
  @Post()
  @NotKept('apiKey')
  async createApiKey(@CurrentStaffCall() call: StaffCall, @JsonBody() body: NewApiKeyRequest): Promise<IssuedApiKeyResponse> {
    const issued = await this.administration.create(call.staff, body);
    setLocation(call, `api-keys/${issued.id}`);
    return issued;
  }

  /** Grant, re-limit, bind to addresses, disable or enable a key. */
  @Patch(':id')
  @ChangesObject()
  changeApiKey(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @JsonBody() body: ApiKeyChangeRequest,
  ): Promise<ApiKeyResponse> {
    return this.administration.change(staff, idOf(id), body);
  }

  /** Make a new key on the same terms. It is shown in this response and never again; the old one goes on for the overlap. */
  @Post(':id/rotate')
  @MeansObject()
  @NotKept('apiKey')
  @Roles('admin', 'agent')
  @ApiBody({ type: RotationRequest, required: false })
  async rotateApiKey(
    @CurrentStaffCall() call: StaffCall,
    @Param('id') id: string,
    @JsonBody() body: RotationRequest,
  ): Promise<IssuedApiKeyResponse> {
    const issued = await this.administration.rotate(call.staff, idOf(id), body.overlapHours ?? DEFAULT_OVERLAP_HOURS);
    setLocation(call, `api-keys/${issued.id}`);
    return issued;
  }
}
