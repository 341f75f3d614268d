/** A place in the feed, as one history of the database knows it: everything up to the position was read. */
export interface Mark {
  readonly epoch: string;
  readonly position: number;
}

/**
 * Where a reader stands: in the latest epoch that it has seen, and up to where it has read of those before. With them a database that was restored to
 * before that epoch still knows what it has in common with the reader.
 */
export type Cursor = readonly [Mark, ...Mark[]];

/** A history of the database (events.8), with the last position that the ones before it gave. */
export interface Epoch {
  readonly code: string;
  readonly openedAfter: number;
}

/** So many epochs a cursor names at most. */
export const REMEMBERED_EPOCHS = 4;
/** Nobody has a longer one. */
const MAX_CHARACTERS = 200;
const MARK = /^([0-9a-f]{8})\.(\d{1,15})$/;
const BASE64URL = /^[\w-]+$/;

/** The cursor of a position; `epochs` are the latest ones, the youngest first. */
export function cursorAt(position: number, epochs: readonly [Epoch, ...Epoch[]]): Cursor {
  let reached = position;
  const [latest, ...former] = epochs.slice(0, REMEMBERED_EPOCHS) as [Epoch, ...Epoch[]];
  let { openedAfter } = latest;
  const marks = former.map((epoch): Mark => {
    reached = Math.min(reached, openedAfter);
    ({ openedAfter } = epoch);
    return { epoch: epoch.code, position: reached };
  });
  return [{ epoch: latest.code, position }, ...marks];
}

/** As programs get it: opaque, and good for an address. */
export function formatCursor(cursor: Cursor): string {
  return Buffer.from(cursor.map(({ epoch, position }) => `${epoch}.${position}`).join('/')).toString('base64url');
}

/** Null when it is no cursor. */
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
