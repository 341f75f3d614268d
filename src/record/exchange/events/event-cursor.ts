export interface Mark {
  readonly epoch: string;
  readonly position: number;
}

/** The latest epoch first. A database restored to an earlier epoch knows one of them. */
export type Cursor = readonly [Mark, ...Mark[]];

/** History of the database (events.8), with the last position of the previous one. */
export interface Epoch {
  readonly code: string;
  readonly openedAfter: number;
}

export const REMEMBERED_EPOCHS = 4;
const MAX_CHARACTERS = 200;
const MARK = /^([0-9a-f]{8})\.(\d{1,15})$/;
const BASE64URL = /^[\w-]+$/;

export function buildCursor(position: number, epochs: readonly [Epoch, ...Epoch[]]): Cursor {
  let reached = position;
  const [latest, ...previous] = epochs.slice(0, REMEMBERED_EPOCHS) as [Epoch, ...Epoch[]];
  let { openedAfter } = latest;
  const marks = previous.map((epoch): Mark => {
    reached = Math.min(reached, openedAfter);
    ({ openedAfter } = epoch);
    return { epoch: epoch.code, position: reached };
  });
  return [{ epoch: latest.code, position }, ...marks];
}

export function formatCursor(cursor: Cursor): string {
  return Buffer.from(cursor.map(({ epoch, position }) => `${epoch}.${position}`).join('/')).toString('base64url');
}

export function parseCursor(text: string): Cursor | null {
  if (text.length > MAX_CHARACTERS || !BASE64URL.test(text)) return null;
  const marks = Buffer.from(text, 'base64url').toString('latin1').split('/').map(parseMark);
  const [first, ...others] = marks;
  if (!first || marks.length > REMEMBERED_EPOCHS || others.some((mark) => mark === null)) return null;
  return [first, ...(others as Mark[])];
}

function parseMark(text: string): Mark | null {
  const [, epoch, position] = MARK.exec(text) ?? [];
  return epoch === undefined || position === undefined ? null : { epoch, position: Number(position) };
}
