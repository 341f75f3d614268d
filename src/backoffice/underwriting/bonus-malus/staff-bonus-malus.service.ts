import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { assertNoViolations, type Violation } from '../../../common/domain-error.js';
import { ErrorCode, ERROR_TEXTS } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import { readDay } from '../../../common/period.js';
import { isPlate, normalizePlate } from '../../../common/plate.js';
import { MOTOR_BRANCH } from '../../../pricing/branch.js';
import { BonusMalusRegistry, type BonusMalusEntry } from '../../../record/reference/bonus-malus/bonus-malus-registry.js';
import { TariffService } from '../../../record/reference/tariffs/tariff.service.js';
import { Store } from '../../../store/store.js';
import { AuditService, toAuditActor } from '../../access/audit/audit.service.js';
import { assertShown } from '../../common/expected-state.js';
import type { StaffCaller } from '../../common/staff-caller.js';
import type { BonusMalusLoadedResponse, BonusMalusRequest, BonusMalusRowRequest, BonusMalusVehicleResponse } from './bonus-malus.dto.js';

const SOURCE = 'STAFF';

@Injectable()
export class StaffBonusMalusService {
  constructor(
    private readonly store: Store,
    private readonly registry: BonusMalusRegistry,
    private readonly tariffs: TariffService,
    private readonly audit: AuditService,
  ) {}

  async get(staff: StaffCaller, plate: string): Promise<BonusMalusVehicleResponse> {
    const plateNo = normalizePlate(plate);
    assertNoViolations(findPlateViolations(plateNo, 'plate'));
    return toResponse(plateNo, await this.registry.listOfPlate(staff, plateNo));
  }

  async save(staff: StaffCaller, plate: string, request: BonusMalusRequest): Promise<BonusMalusVehicleResponse> {
    const plateNo = normalizePlate(plate);
    const entry = toEntry(plateNo, request);
    assertNoViolations([...findPlateViolations(plateNo, 'plate'), ...this.findViolations(staff, entry)]);
    return this.store.transaction(staff, async (tx) => {
      await this.registry.lock(tx, plateNo);
      const before = toResponse(plateNo, await this.registry.listOfPlate(tx, plateNo));
      assertShown(staff, () => before);
      await this.registry.save(tx, [entry], 'always');
      const { environment } = staff;
      const { bonusMalus, source, asOf } = entry;
      const details = { bonusMalus, source, asOf };
      await this.audit.record(tx, toAuditActor(staff), { action: 'change', subject: 'bonus_malus', id: plateNo, environment, details });
      return toResponse(plateNo, await this.registry.listOfPlate(tx, plateNo));
    });
  }

  async load(staff: StaffCaller, rows: readonly BonusMalusRowRequest[]): Promise<BonusMalusLoadedResponse> {
    const entries = rows.map((row) => toEntry(normalizePlate(row.plateNo), row));
    const first = new Map<string, number>();
    const violations = entries.flatMap((entry, index) => {
      const path = `rows[${index}].`;
      const key = `${entry.plateNo} ${entry.afm}`;
      if (!first.has(key)) first.set(key, index);
      const twice: Violation[] = first.get(key) === index ? [] : [{ path: `${path}plateNo`, code: ErrorCode.INVALID, text: TWICE }];
      return [...findPlateViolations(entry.plateNo, `${path}plateNo`), ...this.findViolations(staff, entry, path), ...twice];
    });
    assertNoViolations(violations);
    const loaded = await this.store.transaction(staff, async (tx) => {
      const count = await this.registry.save(tx, entries, 'later');
      const { environment } = staff;
      const details = { rows: rows.length, loaded: count };
      await this.audit.record(tx, toAuditActor(staff), { action: 'create', subject: 'bonus_malus', id: 'file', environment, details });
      return count;
    });
    return { loaded, unchanged: rows.length - loaded };
  }

  private findViolations({ environment, at }: StaffCaller, entry: BonusMalusEntry, path = ''): Violation[] {
    const { bonusMalus, claimsLastYear, claimsLast5Years, asOf } = entry;
    const terms = this.tariffs.all(environment, MOTOR_BRANCH.code).flatMap(({ motor }) => (motor ? [motor.bonusMalus] : []));
    const [min, max] = [Math.min(...terms.map((one) => one.min)), Math.max(...terms.map((one) => one.max))];
    return [
      ...(bonusMalus < min || bonusMalus > max
        ? [{ path: `${path}bonusMalus`, code: ErrorCode.INVALID, text: buildClasses(min, max) }]
        : []),
      ...(asOf > toLocalDate(at) ? [{ path: `${path}asOf`, code: ErrorCode.BAD_DATE, text: IN_THE_FUTURE }] : []),
      ...(claimsLastYear > claimsLast5Years ? [{ path: `${path}claimsLast5Years`, code: ErrorCode.INVALID, text: TOO_FEW }] : []),
    ];
  }
}

function toEntry(plateNo: string, { afm, bonusMalus, claimsLastYear, claimsLast5Years, source, asOf }: BonusMalusRequest): BonusMalusEntry {
  return { plateNo, afm, bonusMalus, claimsLastYear, claimsLast5Years, source: source ?? SOURCE, asOf: readDay(asOf) };
}

function toResponse(plateNo: string, entries: readonly BonusMalusEntry[]): BonusMalusVehicleResponse {
  return { plateNo, entries: entries.map(({ plateNo: _, ...entry }) => entry) };
}

function findPlateViolations(plateNo: string, path: string): Violation[] {
  return isPlate(plateNo) ? [] : [{ path, code: ErrorCode.BAD_PLATE, text: ERROR_TEXTS[ErrorCode.BAD_PLATE] }];
}

function buildClasses(min: number, max: number): Text {
  return { el: `Το τιμολόγιο έχει τις βαθμίδες ${min} έως ${max}.`, en: `The tariff has the classes ${min} to ${max}.` };
}

const IN_THE_FUTURE: Text = { el: 'Η ημερομηνία πρέπει να είναι έως σήμερα.', en: 'The day must be at most today.' };
const TOO_FEW: Text = {
  el: 'Οι ζημιές της πενταετίας δεν μπορεί να είναι λιγότερες από του τελευταίου έτους.',
  en: 'The claims of five years cannot be fewer than those of the last year.',
};
const TWICE: Text = { el: 'Το όχημα και ο κάτοχος υπάρχουν ήδη στο αρχείο.', en: 'The file already has this vehicle and owner.' };
