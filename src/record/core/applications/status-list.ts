import { buildCheck } from '../../../common/validation/checks.js';
import { CheckedText } from '../../../common/validation/decorators.js';
import { Status } from './status.js';

const KNOWN: ReadonlySet<string> = new Set(Object.values(Status));

const STATUS_LIST = buildCheck(
  'statusList',
  { el: 'Κωδικοί κατάστασης, χωρισμένοι με κόμμα.', en: 'Status codes, separated by commas.' },
  (value) => typeof value === 'string' && listStatusesIn(value).every((code) => KNOWN.has(code)),
);

export function listStatusesIn(list: string): Status[] {
  return list.split(',').map((code) => code.trim()) as Status[];
}

export function StatusList(): PropertyDecorator {
  return CheckedText(STATUS_LIST);
}
