export type Claims = Readonly<Record<string, unknown>>;

/** Providers also write a true value as text or number. */
const TRUE: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);

/** Returns the texts of a claim. A name with dots also finds a nested claim. @example realm_access.roles */
export function listClaimValues(claims: Claims, name: string): readonly string[] {
  const value = claims[name] ?? name.split('.').reduce<unknown>((found, part) => (isObject(found) ? found[part] : undefined), claims);
  return [value].flat().filter((one) => typeof one === 'string');
}

export function isClaimTrue(claims: Claims, name: string): boolean {
  return TRUE.has(claims[name]);
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null;
}
