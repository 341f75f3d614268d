import { Injectable } from '@nestjs/common';
import { assertNoViolations } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { ApplicationService } from '../../record/core/applications/application.service.js';
import { ServiceRequestService } from '../../record/core/service-requests/service-request.service.js';
import { CUSTOMER_NAME } from '../../record/contract/customer/customer-answer.service.js';
import type { CustomerVisit } from './customer-visit.js';
import type { CustomerContactRequest } from './customer.dto.js';

const CATEGORY = 'PARTIES';
const FIELDS = [
  ['email', 'Email'],
  ['phone', 'Τηλέφωνο'],
  ['address', 'Διεύθυνση'],
] as const;

@Injectable()
export class CustomerContactService {
  constructor(
    private readonly applications: ApplicationService,
    private readonly requests: ServiceRequestService,
  ) {}

  async report(visit: CustomerVisit, contact: CustomerContactRequest): Promise<string> {
    const lines = FIELDS.flatMap(([name, title]) => (contact[name] == null ? [] : [`${title}: ${contact[name].trim()}`]));
    assertNoViolations(lines.length === 0 ? [{ path: 'email', code: ErrorCode.REQUIRED, text: NOTHING }] : []);
    const { link } = visit;
    const { policyNo, applicationNo } = await this.applications.getAnyApplication(visit, String(link.applicationId));
    return this.requests.create(visit, {
      category: CATEGORY,
      subject: `Αλλαγή στοιχείων επικοινωνίας ${policyNo ?? applicationNo}`,
      body: ['Ο λήπτης της ασφάλισης δήλωσε μέσω της σελίδας πελάτη:', ...lines].join('\n'),
      agentCode: link.agentCode,
      userId: 0,
      userName: CUSTOMER_NAME,
    });
  }
}

const NOTHING = { el: 'Συμπληρώστε τουλάχιστον ένα στοιχείο.', en: 'Enter at least one detail.' };
