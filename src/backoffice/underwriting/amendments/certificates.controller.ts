import { Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { ApiPdf } from '../../../gateway/documentation/file-responses.js';
import { sendPdf } from '../../../gateway/handler/printed-response.js';
import { CertificateQuery } from '../../../record/contract/certificates/certificate.dto.js';
import { CertificatePrinter } from '../../../record/contract/certificates/certificate-printer.service.js';
import { BackofficeController, CurrentStaffCall, Roles, type StaffCall } from '../../common/decorators.js';
import { StaffAmendmentDesks } from './staff-amendment-desks.service.js';

@BackofficeController('applications')
@Roles('underwriter', 'issuing')
export class StaffCertificatesController {
  constructor(
    private readonly desks: StaffAmendmentDesks,
    private readonly printer: CertificatePrinter,
  ) {}

  /** Get a certificate that a policy covers a day, as a PDF. For a bank or the state; it is not stored. */
  @Get(':id/certificate')
  @ApiPdf('The certificate.')
  async getCertificate(
    @CurrentStaffCall() { staff, response }: StaffCall,
    @Param('id') id: string,
    @Query() query: CertificateQuery,
  ): Promise<StreamableFile> {
    const { language, userId } = staff;
    const holder = { lane: 'staff', owner: userId } as const;
    const { pdf, fileName } = await this.printer.print(this.desks.open(staff, id), query, { language, holder });
    return sendPdf(response, pdf, fileName, [language]);
  }
}
