/** Reference lists for codes of an input. */
export abstract class CodeLists {
  /** Whether an input may contain the code. */
  abstract isAcceptable(list: string, code: string | number): boolean;
  /** Returns the row of a code, including retired ones. */
  abstract item(list: string, code: string | number): Readonly<Record<string, unknown>> | undefined;
}

/** For inputs without codes. A code is a programming error. */
class NoLists extends CodeLists {
  isAcceptable(list: string): never {
    throw new Error(`A code of ${list} was validated without the lists`);
  }

  item(list: string): never {
    return this.isAcceptable(list);
  }
}

export const NO_LISTS: CodeLists = new NoLists();
