/** Lists that codes of an input are checked against. */
export abstract class CodeLists {
  /** Whether an input may contain the code. */
  abstract isAcceptable(list: string, code: string | number): boolean;
  /** Returns the row of a code, also of a retired one. */
  abstract item(list: string, code: string | number): Readonly<Record<string, unknown>> | undefined;
}

/** For inputs without codes; one is a mistake in the program. */
class NoLists extends CodeLists {
  isAcceptable(list: string): never {
    throw new Error(`A code of ${list} was validated without the lists`);
  }

  item(list: string): never {
    return this.isAcceptable(list);
  }
}

export const NO_LISTS: CodeLists = new NoLists();
