import { parseLocalDate, type LocalDate } from '../../../common/athens.js';
import { isRecord } from '../../../common/validation/checks.js';
import { validateRows, ReferenceDataError, type Rows } from '../lists/list-file.js';
import { isList } from '../lists/parameter-version.service.js';
import { LIST_NAMES, REFERENCE_LISTS, type ListName } from '../lists/registry.js';

/** `{"validFrom": "2027-01-01", "lists": {"banks": [{"code": "010", …}, …]}}`, with whole lists. */
export interface ParameterFile {
  readonly validFrom: LocalDate;
  readonly lists: ReadonlyMap<ListName, Rows>;
}

/** @throws ReferenceDataError with every violation */
export function readParameterFile(text: string): ParameterFile {
  const file = parse(text);
  const violations: string[] = [];
  const validFrom = typeof file['validFrom'] === 'string' ? parseLocalDate(file['validFrom']) : null;
  if (validFrom === null) violations.push('validFrom: must be a date, like 2027-01-01');
  for (const name of Object.keys(file))
    if (name !== 'validFrom' && name !== 'lists') violations.push(`${name}: only validFrom and lists are known`);

  const lists = new Map<ListName, Rows>();
  const given = isRecord(file['lists']) ? Object.entries(file['lists']) : [];
  if (given.length === 0) violations.push('lists: must be an object with at least one list');
  for (const [name, content] of given) {
    if (isList(name)) addRows(lists, name, content, violations);
    else violations.push(`lists.${name}: is not a list; there are ${LIST_NAMES.join(', ')}`);
  }
  if (violations.length > 0 || validFrom === null) throw new ReferenceDataError(violations);
  return { validFrom, lists };
}

function addRows(lists: Map<ListName, Rows>, name: ListName, content: unknown, violations: string[]): void {
  try {
    lists.set(name, validateRows(content, REFERENCE_LISTS[name], name));
  } catch (error) {
    if (!(error instanceof ReferenceDataError)) throw error;
    violations.push(...error.violations);
  }
}

function parse(text: string): Record<string, unknown> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new ReferenceDataError([(error as Error).message]);
  }
  if (!isRecord(content)) throw new ReferenceDataError(['The file must hold an object with validFrom and lists.']);
  return content;
}
