/** Reads the rows of a CSV file by the names of its first line. Semicolons or commas separate cells. */
export async function readCsv(file: File): Promise<Readonly<Record<string, string>>[]> {
  const lines = (await file.text())
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const [head = ''] = lines;
  const separator = head.includes(';') ? ';' : ',';
  const names = splitLine(head, separator);
  return lines.slice(1).map((line) => {
    const cells = splitLine(line, separator);
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
  });
}

/** Reads a number with a decimal comma or point; leaves anything else for the API to refuse. */
export function readNumber(text: string | undefined): number {
  const number = Number(text?.includes(',') ? text.replaceAll('.', '').replace(',', '.') : text);
  return text === undefined || text === '' || Number.isNaN(number) ? (text as unknown as number) : number;
}

function splitLine(line: string, separator: string): string[] {
  const cells: string[] = [];
  let rest = line;
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const cell = quoted ? quoted[1]!.replaceAll('""', '"') : rest.split(separator, 1)[0]!;
    cells.push(cell.trim());
    rest = rest.slice(quoted ? quoted[0].length : cell.length);
    if (rest === separator) cells.push('');
    rest = rest.slice(separator.length);
  }
  return cells;
}
