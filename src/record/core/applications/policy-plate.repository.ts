import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/domain-error.js';
import { ErrorCode } from '../../../common/error-codes.js';
import type { Text } from '../../../common/language.js';
import type { Transaction } from '../../../store/store.js';
import type { ApplicationFields } from './application.js';
import { formatStatusList, listStatuses } from './status.js';

const HOLDING = listStatuses(({ holdsPlate }) => holdsPlate);

/** Serializes issues for one plate across processes. */
const LOCK = `
  SELECT pg_advisory_xact_lock(hashtextextended(
    'plate ' || current_schema() || ' ' || $1 || CASE current_schema() WHEN 'sandbox' THEN ' ' || $2 ELSE '' END, 0))`;

const FIND = `
  SELECT id FROM application
  WHERE plate_no = $1 AND id <> $2 AND line = $5 AND status IN (${formatStatusList(HOLDING)}) AND start_date < $4 AND end_date > $3
    AND (agent_code = $6 OR current_schema() <> 'sandbox') LIMIT 1`;

/** Allows a vehicle one policy at a time (applications.17), in the sandbox for each agent (sandbox.21). */
@Injectable()
export class PolicyPlateRepository {
  /** @throws DomainError DUPLICATE_POLICY when another policy in force has the plate for an overlapping period */
  async assertFree(tx: Transaction, { id, line, agentCode, plateNo, startDate, endDate }: ApplicationFields): Promise<void> {
    if (plateNo === null) return;
    const [, found] = await Promise.all([
      tx.query(LOCK, [plateNo, agentCode]),
      tx.query(FIND, [plateNo, id, startDate, endDate, line, agentCode]),
    ]);
    if (found.length > 0) throw new DomainError(ErrorCode.DUPLICATE_POLICY, { text: isInsured(plateNo) });
  }
}

function isInsured(plateNo: string): Text {
  return {
    el: `Υπάρχει ήδη συμβόλαιο σε ισχύ για το όχημα ${plateNo} στην ίδια περίοδο.`,
    en: `A policy is already in force for the vehicle ${plateNo} in the same period.`,
  };
}
