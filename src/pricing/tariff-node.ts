import { isLocalDate, type LocalDate } from '../common/athens.js';
import { toDecimal, type Decimal } from '../common/money.js';
import type { Rate, TariffItem } from './tariff-model.js';
import { OperatorError } from '../common/operator-error.js';

const DECIMAL_TEXT = /^-?\d{1,15}(\.\d{1,15})?$/;

export class TariffError extends OperatorError {
  constructor(path: string, violation: string) {
    super(`${path || 'tariff'}: ${violation}`);
  }
}

export class TariffNode {
  constructor(
    private readonly value: unknown,
    readonly path = '',
  ) {}

  fail(violation: string): never {
    throw new TariffError(this.path, violation);
  }

  at(key: string): TariffNode {
    return this.optional(key) ?? new TariffNode(undefined, this.getPath(key)).fail('required');
  }

  optional(key: string): TariffNode | undefined {
    const fields = this.fields();
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return value === undefined || value === null ? undefined : new TariffNode(value, this.getPath(key));
  }

  nullable(key: string): TariffNode | null {
    if (!Object.hasOwn(this.fields(), key)) new TariffNode(undefined, this.getPath(key)).fail('required');
    return this.optional(key) ?? null;
  }

  entries(): [string, TariffNode][] {
    return Object.entries(this.fields()).map(([key, value]) => [key, new TariffNode(value, this.getPath(key))]);
  }

  items(): TariffNode[] {
    if (!Array.isArray(this.value)) this.fail('must be a list');
    return this.value.map((value: unknown, index) => new TariffNode(value, `${this.path}[${index}]`));
  }

  readList<T>(read: (item: TariffNode) => T): T[] {
    return this.items().map(read);
  }

  readMap<T>(read: (value: TariffNode) => T): Map<string, T> {
    return new Map(this.entries().map(([key, node]) => [key, read(node)]));
  }

  text(): string {
    if (typeof this.value !== 'string' || this.value.trim() === '') this.fail('must be a text');
    return this.value;
  }

  texts(): string[] {
    return this.readList((item) => item.text());
  }

  oneOf<T extends string>(allowed: readonly T[]): T {
    const found = allowed.find((candidate) => candidate === this.value);
    return found ?? this.fail(`must be one of ${allowed.join(' ')}`);
  }

  flag(): boolean {
    if (typeof this.value !== 'boolean') this.fail('must be true or false');
    return this.value;
  }

  integer(min = 0): number {
    if (typeof this.value !== 'number' || !Number.isSafeInteger(this.value) || this.value < min)
      this.fail(`must be a whole number from ${min}`);
    return this.value;
  }

  date(): LocalDate {
    const text = this.text();
    return isLocalDate(text) ? text : this.fail('must be a date YYYY-MM-DD');
  }

  /** Reads decimals written as text, to exclude binary floats. */
  rate(): Rate {
    if (typeof this.value !== 'string' || !DECIMAL_TEXT.test(this.value)) this.fail('must be a decimal written as text');
    const value = toDecimal(this.value);
    if (value.lt(0)) this.fail('must not be negative');
    return { text: this.value, value };
  }

  decimal(): Decimal {
    return this.rate().value;
  }

  raw(): unknown {
    return this.value;
  }

  private fields(): Record<string, unknown> {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) this.fail('must be an object');
    return this.value as Record<string, unknown>;
  }

  private getPath(key: string): string {
    return this.path ? `${this.path}.${key}` : key;
  }
}

export function readByCode<T extends { readonly code: string }>(list: TariffNode, read: (node: TariffNode) => T): Map<string, T> {
  const map = new Map<string, T>();
  for (const node of list.items()) {
    const item = read(node);
    if (map.has(item.code)) node.fail(`${item.code} is repeated`);
    map.set(item.code, item);
  }
  return map;
}

export function readTitles(node: TariffNode): TariffItem {
  return { code: node.at('code').text(), title: node.at('title').text(), titleEn: node.optional('titleEn')?.text() };
}

export function readReference<T>(node: TariffNode, defined: ReadonlyMap<string, T>, what: string): T {
  const code = node.text();
  return defined.get(code) ?? node.fail(`${what} ${code} is not defined`);
}

export function readReferences(list: TariffNode, defined: ReadonlyMap<string, unknown>, what: string): string[] {
  for (const node of list.items()) readReference(node, defined, what);
  return list.texts();
}
