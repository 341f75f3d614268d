import { Get, Param, Query, type StreamableFile } from '@nestjs/common';
import { getHolder } from '../../common/caller.js';
import { ApiPdf } from '../../gateway/documentation/file-responses.js';
import { CurrentCall, ServiceController, type UserCall } from '../../gateway/handler/decorators.js';
import { sendPdf } from '../../gateway/handler/printed-response.js';
import { AgentAmendments } from '../../record/contract/amendments/agent-amendments.js';
import { CertificateQuery } from '../../record/contract/certificates/certificate.dto.js';
import { CertificatePrinter } from '../../record/contract/certificates/certificate-printer.service.js';

@ServiceController('mtr-api', 'resources/policies/:id/certificate')
export class MotorCertificatesController {
  constructor(
    private readonly policies: AgentAmendments,
    private readonly printer: CertificatePrinter,
  ) {}

  /** Get a certificate that a vehicle policy covers a day, as a PDF. It is not stored. */
  @Get()
  @ApiPdf('The certificate.')
  async getMotorCertificate(
    @CurrentCall() { caller, response }: UserCall,
    @Param('id') id: string,
    @Query() query: CertificateQuery,
  ): Promise<StreamableFile> {
    const policy = { id, line: 'motor', paths: { effectiveDate: 'effectiveDate', receivedOn: 'receivedOn' } } as const;
    const desk = this.policies.openToRead(caller, policy);
    const { pdf, fileName } = await this.printer.print(desk, query, { language: caller.language, holder: getHolder(caller) });
    return sendPdf(response, pdf, fileName, [caller.language]);
  }
}
