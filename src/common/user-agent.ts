/** Browsers by the token that only they send; Chrome's own is also in the others' texts, so it comes after them. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const PRODUCT = /^[\w.-]{1,40}(?:\/[\w.-]{1,20})?/;

/** Shortens a `User-Agent` to what a person recognises. @example Firefox 132, Windows */
export function shortenUserAgent(header: string | undefined): string | null {
  if (header === undefined) return null;
  const browser = BROWSERS.map(([pattern, name]) => ({ name, version: pattern.exec(header)?.[1] })).find(({ version }) => version);
  if (browser === undefined) return PRODUCT.exec(header)?.[0] ?? null;
  const system = SYSTEMS.find(([pattern]) => pattern.test(header))?.[1];
  return [`${browser.name} ${browser.version!.slice(0, 5)}`, ...(system === undefined ? [] : [system])].join(', ');
}
