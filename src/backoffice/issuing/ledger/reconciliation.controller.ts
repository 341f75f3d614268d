import { applyDecorators, Get, Query, type StreamableFile } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { CSV } from '../../../common/table.js';
import { sendTable } from '../../../gateway/handler/table-response.js';
import { BackofficeController, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { ReconciliationQuery, ReconciliationResponse } from './reconciliation.dto.js';
import { RECONCILIATION_COLUMNS, StaffReconciliationService } from './reconciliation.service.js';

const JSON_TYPE = 'application/json';

function ApiReconciliation(): MethodDecorator {
  const content = {
    [JSON_TYPE]: { schema: { $ref: getSchemaPath(ReconciliationResponse) } },
    [CSV.mediaType]: { schema: { type: 'string', description: 'All items.' } as const },
  };
  return applyDecorators(
    ApiExtraModels(ReconciliationResponse),
    ApiResponse({ status: 200, description: 'Balances with a page of items, or a file of all items.', content }),
  );
}

@BackofficeController('ledger')
@Roles('accounting', 'issuing')
export class ReconciliationController {
  constructor(private readonly reconciliation: StaffReconciliationService) {}

  /**
   * Compare the bank account of the books with the bank's statements. Returns both balances and each item that makes
   * the difference, oldest first; with `Accept: text/csv` all items as a file.
   */
  @Get('reconciliation')
  @ApiReconciliation()
  async getReconciliation(
    @CurrentStaffCall() call: StaffCall,
    @Query() query: ReconciliationQuery,
  ): Promise<ReconciliationResponse | StreamableFile> {
    const { staff, request, response } = call;
    if (request.accepts([JSON_TYPE, CSV.mediaType]) === JSON_TYPE) {
      response.appendHeader('Vary', 'Accept');
      return this.reconciliation.get(staff, query);
    }
    return sendTable(call, {
      name: `reconciliation-${query.on}`,
      language: staff.language,
      columns: RECONCILIATION_COLUMNS,
      nameOf: (key) => key,
      read: () => this.reconciliation.read(staff, query.on),
    });
  }
}
