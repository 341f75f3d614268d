import { Injectable } from '@nestjs/common';
import { formatDate, formatEuro } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import { Store } from '../../../store/store.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { PortfolioTransferRequest, PortfolioTransferResponse } from './portfolio-transfers.dto.js';
import { StaffPortfolioTransferService } from './staff-portfolio-transfer.service.js';

@Injectable()
export class PortfolioTransferRequestService {
  constructor(
    private readonly store: Store,
    private readonly transfers: StaffPortfolioTransferService,
    private readonly settings: SettingsService,
    private readonly actions: PendingActionService,
  ) {
    actions.register<PortfolioTransferRequest>('TRANSFER', {
      roles: ['admin'],
      run: async (staff, request) => ({ id: (await transfers.create(staff, request)).id }),
    });
  }

  async create(staff: StaffCaller, request: PortfolioTransferRequest): Promise<PortfolioTransferResponse | PendingActionResponse> {
    const { secondPersonTransfers } = await this.settings.get(staff);
    if (!secondPersonTransfers) return this.transfers.create(staff, request);
    const created = await this.store.runAndRollBack((unitOfWork) => this.transfers.create({ ...staff, unitOfWork }, request));
    return this.actions.create(staff, {
      kind: 'TRANSFER',
      request,
      summary: summarize(created),
      why: TWO_PEOPLE,
      amount: null,
      applicationId: null,
      agentCode: request.fromAgentCode,
    });
  }
}

function summarize(transfer: PortfolioTransferResponse): Text {
  const { fromAgentCode: from, toAgentCode: to, policies, applications } = transfer;
  const [day, unpaid] = [formatDate(transfer.effectiveDate), formatEuro(transfer.instalmentsGross.toFixed(2))];
  return {
    el: `Μεταβίβαση από τον συνεργάτη ${from} στον ${to} από ${day}: συμβόλαια ${policies}, αιτήσεις ${applications}, ανεξόφλητα ${unpaid.el}.`,
    en: `Transfer from agent ${from} to ${to} from ${day}: ${policies} policies, ${applications} applications, ${unpaid.en} unpaid.`,
  };
}

const TWO_PEOPLE: Text = {
  el: 'Χαρτοφυλάκιο μεταβιβάζουν δύο διαχειριστές.',
  en: 'A transfer needs two administrators.',
};
