/** Applications that are read with all their former states within a statement's time, with room to spare: a state may be many kilobytes. */
const APPLICATIONS = 200;

/** The applications, so many at a time. */
export function partsOf(ids: readonly number[]): number[][] {
  return Array.from({ length: Math.ceil(ids.length / APPLICATIONS) }, (_, part) =>
    ids.slice(part * APPLICATIONS, (part + 1) * APPLICATIONS),
  );
}
