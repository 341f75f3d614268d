import { Injectable } from '@nestjs/common';
import { parseLocalDate, toLocalDate, toLocalDateTime, type LocalDate } from '../../../common/athens.js';
import { assertNoViolations, DomainError, type Violation } from '../../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import { toAmount, toDecimal, toNumberOrNull, type Amount } from '../../../common/money.js';
import {
  AuthorityRepository,
  SELECT_AUTHORITIES,
  type NewAuthority,
  type StoredAuthority,
} from '../../../record/contract/underwriting/authority.repository.js';
import { listReferralRules } from '../../../record/contract/amendments/amendment-review.service.js';
import { LINE_CODES, type LineCode } from '../../../record/reference/products/line-table.js';
import { SettingsService } from '../../../record/reference/settings/settings.service.js';
import { TariffService } from '../../../record/reference/tariffs/tariff.service.js';
import { Store } from '../../../store/store.js';
import { toAuditActor, AuditService } from '../../access/audit/audit.service.js';
import type { PendingActionResponse } from '../../access/pending-actions/pending-actions.dto.js';
import { PendingActionService } from '../../access/pending-actions/pending-action.service.js';
import { buildInvalidField, buildNotFound } from '../../common/errors.js';
import { findPage, mapPage } from '../../common/page.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { AuthorityPageResponse, AuthorityQuery, AuthorityRequest, AuthorityResponse } from './authorities.dto.js';

type AuthorityChange = { readonly does: 'grant'; readonly authority: NewAuthority } | { readonly does: 'end'; readonly id: number };

const STATES: Readonly<Record<NonNullable<AuthorityQuery['state']>, string>> = {
  IN_FORCE: 'a.ended_at IS NULL AND a.valid_from <= $1 AND (a.valid_to IS NULL OR a.valid_to >= $1)',
  FUTURE: 'a.ended_at IS NULL AND a.valid_from > $1',
  PAST: '(a.ended_at IS NOT NULL OR a.valid_to < $1)',
};

@Injectable()
export class StaffAuthorityService {
  constructor(
    private readonly store: Store,
    private readonly repository: AuthorityRepository,
    private readonly settings: SettingsService,
    private readonly tariffs: TariffService,
    private readonly audit: AuditService,
    private readonly actions: PendingActionService,
  ) {
    actions.register<AuthorityChange>('AUTHORITY', {
      roles: ['admin'],
      run: async (staff, change) => ({ id: await this.apply(staff, change) }),
    });
  }

  async list(staff: StaffCaller, { userId, state, ...window }: AuthorityQuery): Promise<AuthorityPageResponse> {
    const today = toLocalDate(staff.at);
    const values: unknown[] = [today];
    const conditions = ['$1::date IS NOT NULL'];
    if (userId !== undefined) conditions.push(`a.user_id = $${values.push(userId)}`);
    if (state !== undefined) conditions.push(STATES[state]);
    const select = `${SELECT_AUTHORITIES} WHERE ${conditions.join(' AND ')}`;
    const page = await findPage<StoredAuthority>(
      this.store,
      staff.environment,
      { select, order: '"userName", "userId", "validFrom" DESC, id DESC', values },
      window,
    );
    return mapPage(page, (authority) => toAuthority(authority, today));
  }

  async grant(staff: StaffCaller, request: AuthorityRequest): Promise<AuthorityResponse | PendingActionResponse> {
    return this.change(staff, { does: 'grant', authority: this.read(staff, request) });
  }

  async end(staff: StaffCaller, id: number): Promise<AuthorityResponse | PendingActionResponse> {
    await this.get(staff, id);
    return this.change(staff, { does: 'end', id });
  }

  private async change(staff: StaffCaller, change: AuthorityChange): Promise<AuthorityResponse | PendingActionResponse> {
    const { secondPersonAuthorities } = await this.settings.get(staff);
    if (secondPersonAuthorities)
      return this.actions.create(staff, {
        kind: 'AUTHORITY',
        request: change,
        summary: await this.summarize(staff, change),
        why: TWO_PEOPLE,
        amount: null,
        applicationId: null,
        agentCode: null,
      });
    const id = await this.apply(staff, change);
    return toAuthority(await this.get(staff, id), toLocalDate(staff.at));
  }

  private apply(staff: StaffCaller, change: AuthorityChange): Promise<number> {
    return this.store.transaction(staff, async (tx) => {
      const { environment } = staff;
      if (change.does === 'end') {
        const { id } = change;
        if (!(await this.repository.end(tx, id, staff))) throw new DomainError(ErrorCode.NOT_ALLOWED_IN_STATUS, { text: HAS_ENDED });
        await this.audit.record(tx, toAuditActor(staff), { action: 'close', subject: 'authority', id, environment });
        return id;
      }
      const { authority } = change;
      if (authority.userId === staff.userId) throw new DomainError(ErrorCode.ROLE_REFUSED, { text: NOT_ONESELF });
      if (!(await this.repository.isUnderwriter(tx, authority.userId))) throw buildInvalidField('userId', NOT_AN_UNDERWRITER);
      const id = await this.repository.insert(tx, authority, staff);
      const event = { action: 'create', subject: 'authority', id, environment, details: { ...authority } } as const;
      await this.audit.record(tx, toAuditActor(staff), event);
      return id;
    });
  }

  private async get(staff: StaffCaller, id: number): Promise<StoredAuthority> {
    const found = await this.repository.find(staff, id);
    if (found === null) throw buildNotFound();
    return found;
  }

  private async summarize(staff: StaffCaller, change: AuthorityChange): Promise<Text> {
    if (change.does === 'end') {
      const { id, userName } = await this.get(staff, change.id);
      return { el: `Λήξη των εγκριτικών ορίων ${id}: ${userName}.`, en: `End of authority ${id}: ${userName}.` };
    }
    const { userId, validFrom } = change.authority;
    const day = formatDate(validFrom);
    return { el: `Εγκριτικά όρια του χρήστη ${userId} από ${day}.`, en: `Authority of user ${userId} from ${day}.` };
  }

  private read({ environment }: StaffCaller, request: AuthorityRequest): NewAuthority {
    const { userId, lines, rules = null, validFrom: from, validTo: to } = request;
    const [validFrom, validTo] = [parseLocalDate(from) ?? from, to == null ? null : (parseLocalDate(to) ?? to)];
    const known = new Set(LINE_CODES.flatMap((line) => (lines.includes(line) ? listReferralRules(this.tariffs, environment, line) : [])));
    assertNoViolations([
      ...listUnknown('lines', lines, (line) => LINE_CODES.includes(line as LineCode)),
      ...listUnknown('rules', rules ?? [], (rule) => known.has(rule)),
      ...(validTo !== null && validTo < validFrom ? [{ path: 'validTo', code: ErrorCode.BAD_DATE, text: BEFORE_START }] : []),
    ]);
    return {
      userId,
      lines: [...new Set(lines)],
      rules: rules && [...new Set(rules)],
      maxSumInsured: toLimit(request.maxSumInsured),
      maxPremium: toLimit(request.maxPremium),
      maxLoadingPercent: toPercent(request.maxLoadingPercent),
      maxDiscountPercent: toPercent(request.maxDiscountPercent),
      maxDeductible: toLimit(request.maxDeductible),
      validFrom,
      validTo,
    };
  }
}

function listUnknown(path: string, codes: readonly string[], isKnown: (code: string) => boolean): Violation[] {
  return codes.flatMap((code, index) =>
    isKnown(code) ? [] : [{ path: `${path}[${index}]`, code: ErrorCode.UNKNOWN_CODE, text: ERROR_TEXTS[ErrorCode.UNKNOWN_CODE] }],
  );
}

function toLimit(value: number | null | undefined): Amount | null {
  return value == null ? null : toAmount(toDecimal(value));
}

function toPercent(value: number | null | undefined): string | null {
  return value == null ? null : toDecimal(value).toFixed();
}

function toAuthority(
  { validFrom, validTo, endedAt, grantedAt, rules, lines, ...row }: StoredAuthority,
  today: LocalDate,
): AuthorityResponse {
  const isPast = endedAt !== null || (validTo !== null && validTo < today);
  return {
    id: row.id,
    userId: row.userId,
    userName: row.userName,
    lines: [...lines],
    rules: rules && [...rules],
    maxSumInsured: toNumberOrNull(row.maxSumInsured),
    maxPremium: toNumberOrNull(row.maxPremium),
    maxLoadingPercent: toNumberOrNull(row.maxLoadingPercent),
    maxDiscountPercent: toNumberOrNull(row.maxDiscountPercent),
    maxDeductible: toNumberOrNull(row.maxDeductible),
    validFrom,
    validTo,
    state: isPast ? 'PAST' : validFrom > today ? 'FUTURE' : 'IN_FORCE',
    grantedBy: row.grantedBy,
    grantedAt: toLocalDateTime(grantedAt),
    endedBy: row.endedBy,
    endedAt: endedAt && toLocalDateTime(endedAt),
  };
}

const NOT_ONESELF: Text = {
  el: 'Κανείς δεν χορηγεί εγκριτικά όρια στον εαυτό του. Τα χορηγεί άλλος διαχειριστής.',
  en: 'Nobody grants an authority to oneself. Another administrator does.',
};
const NOT_AN_UNDERWRITER: Text = {
  el: 'Δεν είναι ενεργός χρήστης της Ανάληψης Κινδύνων.',
  en: 'Not an active user of underwriting.',
};
const HAS_ENDED: Text = { el: 'Τα εγκριτικά όρια έχουν ήδη λήξει.', en: 'The authority has already ended.' };
const BEFORE_START: Text = { el: 'Η λήξη προηγείται της έναρξης.', en: 'The last day is before the first.' };
const TWO_PEOPLE: Text = {
  el: 'Τα εγκριτικά όρια χορηγούν ή τερματίζουν δύο διαχειριστές.',
  en: 'Authorities need two administrators.',
};
