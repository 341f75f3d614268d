import type { Text } from '../../../common/language.js';
import { FINAL_STATUSES, POLICY_STATUSES, type Status } from '../../../record/core/applications/status.js';

export interface NamingApplication {
  readonly id: number;
  readonly agentCode: string;
  readonly applicationNo: string;
  readonly status: Status;
  readonly version: number;
  readonly updatedAt: Date;
  readonly isOwn: boolean;
  readonly isNamed: boolean;
  readonly hasMoney: boolean;
}

export function findReason({ applicationNo, status, isNamed, hasMoney }: NamingApplication): Text | null {
  if (hasMoney) return buildReason(applicationNo, 'έχει χρήματα σε αναμονή ή προς επιστροφή', 'has money in suspense or an unpaid refund');
  if (!isNamed) return null;
  if (POLICY_STATUSES.has(status)) return buildReason(applicationNo, 'είναι συμβόλαιο', 'is a policy');
  return FINAL_STATUSES.has(status) ? null : buildReason(applicationNo, 'δεν έχει ακυρωθεί', 'is not cancelled');
}

function buildReason(applicationNo: string, el: string, en: string): Text {
  return {
    el: `Το πρόσωπο δεν διαγράφεται: η αίτηση ${applicationNo} ${el}.`,
    en: `The person is not erased, because application ${applicationNo} ${en}.`,
  };
}
