/** Items with one key are worked on one after the other, in their order. */
export async function workInLanes<Item>(
  items: readonly Item[],
  { lanes, keyOf }: { readonly lanes: number; readonly keyOf: (item: Item) => unknown },
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const groups = new Map<unknown, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  const waiting = groups.values();
  const lane = async (): Promise<void> => {
    for (const group of waiting) for (const item of group) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
