export type CodeList = string | readonly string[];

export function parseCodes(list: CodeList | null | undefined): readonly string[] {
  if (list === null || list === undefined) return [];
  if (typeof list !== 'string') return list;
  return list.split(/[\s,;]+/).filter((code) => code !== '');
}
