import { Get, HttpCode, Param, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiRowStream } from '../../../gateway/documentation/file-responses.js';
import { JsonBody } from '../../../gateway/handler/decorators.js';
import { sendTable } from '../../../gateway/handler/table-response.js';
import { BackofficeController, CurrentStaff, CurrentStaffCall, Roles, setLocation, type StaffCall } from '../../common/decorators.js';
import { parseId } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { AmendmentRunSearchRepository, RUN_COLUMNS } from './amendment-run-search.repository.js';
import {
  AmendmentRunPageResponse,
  AmendmentRunPolicyPageResponse,
  AmendmentRunPolicyQuery,
  AmendmentRunQuery,
  AmendmentRunRequest,
  AmendmentRunResponse,
} from './amendment-runs.dto.js';
import { StaffAmendmentRunService } from './staff-amendment-run.service.js';

const toSameName = (key: string): string => key;

@BackofficeController('amendment-runs')
@Roles('admin')
export class AmendmentRunsController {
  constructor(
    private readonly search: AmendmentRunSearchRepository,
    private readonly runs: StaffAmendmentRunService,
  ) {}

  /** List amendment runs, latest first. */
  @Get()
  listAmendmentRuns(@CurrentStaff() staff: StaffCaller, @Query() query: AmendmentRunQuery): Promise<AmendmentRunPageResponse> {
    return this.search.find(staff, query);
  }

  /**
   * Create an amendment run. Selects policies in force and calculates the amendment of each after the response; no
   * policy changes. For changes of law or of data that concern many policies.
   */
  @Post()
  async createAmendmentRun(@CurrentStaffCall() call: StaffCall, @JsonBody() request: AmendmentRunRequest): Promise<AmendmentRunResponse> {
    const run = await this.runs.create(call.staff, request);
    setLocation(call, `amendment-runs/${run.id}`);
    return run;
  }

  /** Get an amendment run with its progress, counts and sums. */
  @Get(':id')
  getAmendmentRun(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AmendmentRunResponse> {
    return this.search.get(staff, parseId(id));
  }

  /** List the policies of an amendment run with their results, ordered by id. */
  @Get(':id/policies')
  listAmendmentRunPolicies(
    @CurrentStaff() staff: StaffCaller,
    @Param('id') id: string,
    @Query() query: AmendmentRunPolicyQuery,
  ): Promise<AmendmentRunPolicyPageResponse> {
    return this.search.findPolicies(staff, parseId(id), query);
  }

  /** Get the results of an amendment run. Has one row per policy, with the first reason of a refusal. */
  @Get(':id/results')
  @ApiRowStream(RUN_COLUMNS, toSameName)
  async getAmendmentRunResults(@CurrentStaffCall() call: StaffCall, @Param('id') id: string): Promise<StreamableFile> {
    const { staff } = call;
    const run = await this.search.get(staff, parseId(id));
    const read = () => this.search.stream(staff, run.id);
    return sendTable(call, { name: `amendment-run-${run.id}`, columns: RUN_COLUMNS, language: staff.language, nameOf: toSameName, read });
  }

  /**
   * Start an amendment run whose dry run is complete. Refused for the user who created it. Amends each policy that the
   * dry run did not refuse, once; increases wait for their payment.
   */
  @Post(':id/start')
  @HttpCode(200)
  startAmendmentRun(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AmendmentRunResponse> {
    return this.runs.step(staff, parseId(id), 'start');
  }

  /** Stop a dry run or an amendment run. Policies that are under way are completed. */
  @Post(':id/stop')
  @HttpCode(200)
  stopAmendmentRun(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AmendmentRunResponse> {
    return this.runs.step(staff, parseId(id), 'stop');
  }

  /** Resume a stopped dry run or amendment run. */
  @Post(':id/resume')
  @HttpCode(200)
  resumeAmendmentRun(@CurrentStaff() staff: StaffCaller, @Param('id') id: string): Promise<AmendmentRunResponse> {
    return this.runs.step(staff, parseId(id), 'resume');
  }
}
