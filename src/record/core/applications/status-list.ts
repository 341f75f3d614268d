import { invalid } from '../../../common/validation/checks.js';
import { CheckedText } from '../../../common/validation/decorators.js';
import { Status } from './status.js';

const KNOWN: ReadonlySet<string> = new Set(Object.values(Status));

const STATUS_LIST = invalid(
  'statusList',
  { el: 'Κωδικοί κατάστασης, χωρισμένοι με κόμμα.', en: 'Status codes, separated by commas.' },
  (value) => typeof value === 'string' && statusesIn(value).every((code) => KNOWN.has(code)),
);

/** The statuses of `50, 55`. */
export function statusesIn(list: string): Status[] {
  return list.split(',').map((code) => code.trim()) as Status[];
}

/** One status code or several by comma. */
export function StatusList(): PropertyDecorator {
  return CheckedText(STATUS_LIST);
}
