const OBJECT_ID = /^[1-9]\d{0,9}$/;

/** Parses an id of a path: up to 10 digits without leading zeros, else null (input.17). */
export function parseObjectId(text: string): number | null {
  return OBJECT_ID.test(text) ? Number(text) : null;
}
