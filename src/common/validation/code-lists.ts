/** The lists that the codes of an input are held against. Whoever validates passes them along. */
export abstract class CodeLists {
  /** Whether an input may carry the code. */
  abstract isAcceptable(list: string, code: string | number): boolean;
  /** The row of a code, also of one that is retired; undefined for an unknown one. */
  abstract item(list: string, code: string | number): Readonly<Record<string, unknown>> | undefined;
}

/** For inputs without codes of lists. A check that needs one all the same is a mistake in the program. */
class NoLists extends CodeLists {
  isAcceptable(list: string): never {
    throw new Error(`A code of ${list} was validated without the lists`);
  }

  item(list: string): never {
    return this.isAcceptable(list);
  }
}

export const NO_LISTS: CodeLists = new NoLists();
