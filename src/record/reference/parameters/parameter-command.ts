import { parseCommandLine } from '../../../common/run-command.js';
import { ReferenceDataError } from '../lists/list-file.js';
import { isList } from '../lists/parameter-version.service.js';
import type { ReferenceLists } from '../lists/reference-lists.js';
import { LIST_NAMES, type ListName } from '../lists/registry.js';

const PARAMETER_USAGE = 'npm run parameters -- verify FILE | load FILE | show LIST';

export type ParameterCommand =
  | { readonly name: 'verify' | 'load'; readonly file: string }
  | { readonly name: 'show'; readonly list: ListName };

export function readParameterCommand(args: readonly string[]): ParameterCommand {
  const [name, what, ...others] = parseCommandLine(args, {}, PARAMETER_USAGE).positionals;
  if (what !== undefined && others.length === 0) {
    if (name === 'verify' || name === 'load') return { name, file: what };
    if (name === 'show' && isList(what)) return { name, list: what };
    if (name === 'show') throw new ReferenceDataError([`${what} is not a list; there are ${LIST_NAMES.join(', ')}`]);
  }
  throw new ReferenceDataError([`Usage: ${PARAMETER_USAGE}`]);
}

export function formatListFile(lists: ReferenceLists, list: ListName, validFrom: string): string {
  const rows = lists.all(list).map((row) => `      ${JSON.stringify(row)}`);
  return `{\n  "validFrom": "${validFrom}",\n  "lists": {\n    "${list}": [\n${rows.join(',\n')}\n    ]\n  }\n}`;
}
