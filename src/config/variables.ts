import { isAddressOrBlock } from '../common/addresses.js';
import { ConfigError } from '../common/operator-error.js';
import type { Variables } from './secret-files.js';

export function readText(variables: Variables, name: string): string | null {
  const value = variables[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

export function readInteger(variables: Variables, name: string, fallback: number, min: number, max: number): number {
  const value = readText(variables, name);
  if (value === null) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
  return number;
}

export function readFlag(variables: Variables, name: string, fallback: boolean): boolean {
  const value = readText(variables, name)?.toLowerCase();
  if (value === undefined) return fallback;
  if (value !== 'true' && value !== 'false') throw new ConfigError(`${name} must be true or false.`);
  return value === 'true';
}

export function readOneOf<T extends string>(variables: Variables, name: string, allowed: readonly T[], fallback: T): T {
  const value = readText(variables, name);
  if (value === null) return fallback;
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`);
  return found;
}

export function readSubset<T extends string>(variables: Variables, name: string, allowed: readonly T[]): readonly T[] {
  const value = readText(variables, name);
  if (value === null) return allowed;
  const items = value.split(',').map((item) => item.trim());
  const chosen = allowed.filter((candidate) => items.includes(candidate));
  if (chosen.length === 0 || chosen.length !== items.length)
    throw new ConfigError(`${name} must be a comma list of ${allowed.join(', ')}.`);
  return chosen;
}

export function readTextList(variables: Variables, name: string): readonly string[] {
  return (readText(variables, name) ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

export function checkUrl(value: string, name: string, protocols: readonly string[]): string {
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw new ConfigError(`${name} must be a URL with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`);
  return value;
}

export function readAddressList(variables: Variables, name: string): readonly string[] {
  const items = readTextList(variables, name);
  const wrong = items.find((item) => !isAddressOrBlock(item));
  if (wrong !== undefined)
    throw new ConfigError(
      `${name} must be a comma list of addresses or blocks like 10.0.0.7 or 10.0.0.0/8 (IPv4 blocks in this form only), not ${wrong}.`,
    );
  return items;
}
