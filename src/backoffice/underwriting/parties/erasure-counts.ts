export interface PlaceCount {
  readonly place: string;
  readonly agentCode: string | null;
  readonly count: number;
}

export type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function addCounts(counts: Counts, added: readonly PlaceCount[]): Counts {
  const sum: Record<string, Record<string, number>> = Object.fromEntries(Object.entries(counts).map(([place, of]) => [place, { ...of }]));
  for (const { place, agentCode, count } of added) {
    const of = (sum[place] ??= {});
    of[agentCode ?? ''] = (of[agentCode ?? ''] ?? 0) + count;
  }
  return sum;
}

export function listCounts(counts: Counts): PlaceCount[] {
  const listed = Object.entries(counts).flatMap(([place, of]) =>
    Object.entries(of).map(([agentCode, count]) => ({ place, agentCode: agentCode === '' ? null : agentCode, count })),
  );
  return listed.toSorted((one, other) => (`${one.place} ${one.agentCode}` < `${other.place} ${other.agentCode}` ? -1 : 1));
}

export function sumByPlace(counts: Counts): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).map(([place, of]) => [place, Object.values(of).reduce((sum, count) => sum + count, 0)]));
}
