/** Cells that start with these characters would run as formulas in a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/;
const AMOUNT = /^-?[\d.,]+(\s?€)?$/;

/** Downloads rows as CSV. It starts with a UTF-8 byte order mark, without which spreadsheets misread Greek. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const lines = rows.map((row) => row.map(cell).join(';'));
  saveFile(name, new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' }));
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function cell(text: string): string {
  const safe = FORMULA.test(text) && !AMOUNT.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
