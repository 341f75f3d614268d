import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import { runAfterCommit } from '../../../common/unit-of-work.js';
import { Config } from '../../../config/config.js';
import { SettingsService, type InsurerSettings } from '../../../record/reference/settings/settings.service.js';
import { Store } from '../../../store/store.js';
import { assertShown } from '../../common/expected-state.js';
import { buildInvalidField } from '../../common/errors.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import { toAuditActor, AuditService, findChangedFields } from '../../access/audit/audit.service.js';
import { applyChange } from '../../common/fields.js';
import { buildRoleRefusal } from '../../../identity/role-refusal.js';
import { SettingsDto } from './settings.dto.js';

/** Distinguishes payment codes of the sandbox from real ones. */
const SANDBOX_CREDITOR = '0000';

@Injectable()
export class StaffSettingsService {
  constructor(
    private readonly store: Store,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly config: Config,
  ) {}

  get({ environment }: StaffCaller): Promise<SettingsDto> {
    return this.store.transaction(environment, async (tx) => applyChange<InsurerSettings>(SettingsDto, await this.settings.read(tx)));
  }

  /** @throws DomainError INVALID at `creditorCode`, CHANGED_MEANWHILE, ROLE_REFUSED */
  async change(staff: StaffCaller, given: SettingsDto): Promise<SettingsDto> {
    const { environment } = staff;
    assertCreditor(environment, given.creditorCode);
    const settings = await this.store.transaction(staff, async (tx) => {
      const before = applyChange<InsurerSettings>(SettingsDto, await this.settings.lock(tx));
      assertShown(staff, () => before);
      const after = applyChange(SettingsDto, before, given);
      assertAdministrator(staff, before, after);
      if (before.documentArchiveDays !== after.documentArchiveDays) this.assertStorage(after);
      const changes = findChangedFields(before, after);
      if (changes === null) return before;
      await this.settings.write(tx, before, after, staff.at);
      const details = { changes };
      await this.audit.record(tx, toAuditActor(staff), { action: 'change', subject: 'settings', id: environment, environment, details });
      return after;
    });
    runAfterCommit(staff, () => this.settings.forget(environment));
    return settings;
  }

  private assertStorage({ documentArchiveDays }: InsurerSettings): void {
    if (documentArchiveDays > 0 && this.config.objectStorage === null) throw buildInvalidField('documentArchiveDays', NO_STORAGE);
  }
}

const NO_STORAGE = {
  el: 'Δεν έχει οριστεί χώρος αποθήκευσης εγγράφων (S3_ENDPOINT).',
  en: 'There is no object storage for documents (S3_ENDPOINT).',
};

function assertCreditor(environment: Environment, creditorCode: string | undefined): void {
  if (creditorCode === undefined || (creditorCode === SANDBOX_CREDITOR) === (environment === 'sandbox')) return;
  const text = {
    el: `Ο κωδικός ${SANDBOX_CREDITOR} είναι υποχρεωτικός στο δοκιμαστικό περιβάλλον και δεν επιτρέπεται στην παραγωγή.`,
    en: `Creditor code ${SANDBOX_CREDITOR} is required in the sandbox and not allowed in production.`,
  };
  throw buildInvalidField('creditorCode', text);
}

/** The retention erases persons irrevocably; the others say who may decide alone. */
const SETTINGS_OF_ADMINISTRATORS = [
  'retentionYears',
  'requireAuthority',
  'secondPersonApprovalsAbove',
  'secondPersonDeclines',
  'secondPersonClosings',
  'secondPersonAuthorities',
  'secondPersonTransfers',
] as const satisfies readonly (keyof InsurerSettings)[];

function assertAdministrator({ role }: StaffCaller, before: InsurerSettings, after: InsurerSettings): void {
  if (role !== 'admin' && SETTINGS_OF_ADMINISTRATORS.some((name) => before[name] !== after[name])) throw buildRoleRefusal(['admin']);
}
