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

/** Parses a file, without comparing it with loaded versions. @throws ReferenceDataError with every fault */
export function readParameterFile(text: string): ParameterFile {
  const file = parse(text);
  const faults: string[] = [];
  const validFrom = typeof file['validFrom'] === 'string' ? parseLocalDate(file['validFrom']) : null;
  if (validFrom === null) faults.push('validFrom: must be a date, like 2027-01-01');
  for (const name of Object.keys(file))
    if (name !== 'validFrom' && name !== 'lists') faults.push(`${name}: only validFrom and lists are known`);

  const lists = new Map<ListName, Rows>();
  const given = isRecord(file['lists']) ? Object.entries(file['lists']) : [];
  if (given.length === 0) faults.push('lists: must be an object with at least one list');
  for (const [name, content] of given) {
    if (isList(name)) addRows(lists, name, content, faults);
    else faults.push(`lists.${name}: is not a list; there are ${LIST_NAMES.join(', ')}`);
  }
  if (faults.length > 0 || validFrom === null) throw new ReferenceDataError(faults);
  return { validFrom, lists };
}

function addRows(lists: Map<ListName, Rows>, name: ListName, content: unknown, faults: string[]): void {
  try {
    lists.set(name, validateRows(content, REFERENCE_LISTS[name], name));
  } catch (error) {
    if (!(error instanceof ReferenceDataError)) throw error;
    faults.push(...error.faults);
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
