export abstract class CodeLists {
  abstract isAcceptable(list: string, code: string | number): boolean;
  abstract item(list: string, code: string | number): Readonly<Record<string, unknown>> | undefined;
}

class NoLists extends CodeLists {
  isAcceptable(list: string): never {
    throw new Error(`A code of ${list} was validated without the lists`);
  }

  item(list: string): never {
    return this.isAcceptable(list);
  }
}

export const NO_LISTS: CodeLists = new NoLists();
