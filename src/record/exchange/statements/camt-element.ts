const REPEATED: ReadonlySet<string> = new Set(['Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'RmtInf', 'Ustrd', 'Strd']);

export class CamtElement {
  readonly children: CamtElement[] = [];
  text = '';
  private readonly counts = new Map<string, number>();

  private constructor(
    readonly name: string,
    readonly currency: string | null,
    readonly parent: CamtElement | null,
    private readonly index: number,
  ) {}

  static root(name: string): CamtElement {
    return new CamtElement(name, null, null, 0);
  }

  openChild(name: string, currency: string | null): CamtElement {
    const index = this.counts.get(name) ?? 0;
    this.counts.set(name, index + 1);
    return new CamtElement(name, currency, this, index);
  }

  addChild(child: CamtElement): void {
    this.children.push(child);
  }

  countOf(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  get path(): string {
    const name = REPEATED.has(this.name) ? `${this.name}[${this.index}]` : this.name;
    return this.parent === null ? name : `${this.parent.path}.${name}`;
  }

  find(...names: readonly string[]): CamtElement | undefined {
    const [name, ...deeper] = names;
    if (name === undefined) return this;
    for (const child of this.children) {
      const found = child.name === name ? child.find(...deeper) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  all(name: string): CamtElement[] {
    return this.children.filter((child) => child.name === name);
  }

  value(...names: readonly string[]): string | null {
    return this.find(...names)?.text.trim() || null;
  }
}
