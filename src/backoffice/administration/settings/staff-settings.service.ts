import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { onceCommitted } from '../../../common/unit-of-work.js';
import { SettingsService, type InsurerSettings } from '../../../record/reference/settings/settings.service.js';
import { Store } from '../../../store/store.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { actorOf, AuditService, changedFields } from '../../access/audit/audit.service.js';
import type { SettingsDto, TextDto } from './settings.dto.js';

/** Keeps payment codes of the sandbox apart from real ones. */
const SANDBOX_CREDITOR = '0000';

/** The insurer's settings as staff read and change them. */
@Injectable()
export class StaffSettingsService {
  constructor(
    private readonly store: Store,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  get({ environment }: StaffCaller): Promise<SettingsDto> {
    return this.store.transaction(environment, async (tx) => inOrder(await this.settings.read(tx)));
  }

  /** @throws DomainError INVALID at `creditorCode`, CHANGED_MEANWHILE, ROLE_REFUSED */
  async change(staff: StaffCaller, given: SettingsDto): Promise<SettingsDto> {
    const { environment } = staff;
    assertCreditor(environment, given.creditorCode);
    const settings = await this.store.transaction(staff, async (tx) => {
      const before = inOrder(await this.settings.lock(tx));
      assertShown(staff, () => before);
      const after = settingsAfter(before, given);
      assertRetention(staff, before, after);
      const changes = changedFields(before, after);
      if (changes === null) return before;
      await this.settings.write(tx, before, after, staff.at);
      await this.audit.record(tx, actorOf(staff), {
        action: 'change',
        subject: 'settings',
        id: environment,
        environment,
        details: { changes },
      });
      return after;
    });
    onceCommitted(staff, () => this.settings.forget(environment));
    return settings;
  }
}

function assertCreditor(environment: Environment, creditorCode: string | undefined): void {
  if (creditorCode === undefined || (creditorCode === SANDBOX_CREDITOR) === (environment === 'sandbox')) return;
  const text = {
    el: `Ο κωδικός ${SANDBOX_CREDITOR} είναι του δοκιμαστικού περιβάλλοντος, και μόνο.`,
    en: `${SANDBOX_CREDITOR} is the creditor of the sandbox, and only there.`,
  };
  throw DomainError.ofFaults([{ path: 'creditorCode', code: ErrorCode.INVALID, text }]);
}

/** Only administrators set it, because it erases many persons for good. */
function assertRetention({ role }: StaffCaller, before: InsurerSettings, after: InsurerSettings): void {
  if (before.retentionYears !== after.retentionYears && role !== 'admin') throw new DomainError(ErrorCode.ROLE_REFUSED);
}

/** Restores the order of fields, which the database does not keep. */
function inOrder(settings: InsurerSettings): InsurerSettings {
  return settingsAfter(settings, {});
}

function settingsAfter(before: InsurerSettings, { insurer, ...given }: SettingsDto): InsurerSettings {
  const company = before.insurer;
  return {
    prepayCancelDays: given.prepayCancelDays ?? before.prepayCancelDays,
    retentionYears: given.retentionYears ?? before.retentionYears,
    eventRetentionDays: given.eventRetentionDays ?? before.eventRetentionDays,
    documentsPerApplication: given.documentsPerApplication ?? before.documentsPerApplication,
    documentMegabytesPerApplication: given.documentMegabytesPerApplication ?? before.documentMegabytesPerApplication,
    documentMegabytesPerAgentDay: given.documentMegabytesPerAgentDay ?? before.documentMegabytesPerAgentDay,
    creditorCode: given.creditorCode ?? before.creditorCode,
    greenCardInsurerCode: given.greenCardInsurerCode ?? before.greenCardInsurerCode,
    payoutIban: given.payoutIban === undefined ? before.payoutIban : given.payoutIban || null,
    insurer: {
      name: textAfter(company.name, insurer?.name),
      afm: insurer?.afm ?? company.afm,
      address: textAfter(company.address, insurer?.address),
      phone: insurer?.phone ?? company.phone,
      email: insurer?.email ?? company.email,
    },
  };
}

function textAfter(before: Text, given: TextDto | undefined): Text {
  return { el: given?.el ?? before.el, en: given?.en ?? before.en };
}
