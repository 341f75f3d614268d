const OBJECT_ID = /^[1-9]\d{0,9}$/;

/** An id of a path: up to 10 digits without leading zeros; null for anything else, which is then simply not found (input.17). */
export function parseObjectId(text: string): number | null {
  return OBJECT_ID.test(text) ? Number(text) : null;
}
