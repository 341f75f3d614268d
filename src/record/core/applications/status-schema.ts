import { LEADING_ON } from './state-table.js';
import { FINAL_STATUSES, Status, STATUSES } from './status.js';

export const STATUS_SCHEMA = 'ApplicationStatus';

/** The states as the API document has them: each code with its title and with what leads on from it. */
export function statusSchema(): { type: 'string'; title: string; enum: string[]; description: string; example: string } {
  const codes = Object.values(Status);
  const description = ['State of an application or policy of either line, and what leads on from it:', '', ...codes.map(line)].join('\n');
  return { type: 'string', title: 'Status of an application or policy', enum: codes, description, example: Status.CALCULATED };
}

function line(status: Status): string {
  const title = `- \`${status}\` ${STATUSES[status].title.en}`;
  if (FINAL_STATUSES.has(status)) return `${title} (final)`;
  const rows = LEADING_ON.filter(({ from }) => from === status);
  const ways = rows.map(({ action, to, actors, line: ofLine }) => {
    const by = [...(ofLine === undefined ? [] : [ofLine]), ...actors].join(', ');
    return `${action.replaceAll('_', ' ')} → ${to} (${by})`;
  });
  return `${title}: ${[...new Set(ways)].join('; ')}`;
}
