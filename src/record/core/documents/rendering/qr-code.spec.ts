import { encodeQr, type QrCode } from './qr-code.js';

function toRows({ size, runs }: QrCode): string[] {
  const matrix = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  for (const { column, row, length } of runs) matrix[row]!.fill('#', column, column + length);
  return matrix.map((cells) => cells.join(''));
}

describe('encodeQr', () => {
  const code = encodeQr('RF13912348000000000100017');
  const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

  it('encodes an RF code in the smallest symbol, with a finder in three corners', () => {
    expect(code.size).toBe(21);
    const drawn = toRows(code);
    expect(drawn.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
    expect(drawn.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder);
    expect(drawn.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder);
    expect(drawn.slice(-7).map((row) => row.slice(-7))).not.toEqual(finder);
  });

  it('draws only inside the symbol, without empty runs', () => {
    for (const { column, row, length } of code.runs) {
      expect(length).toBeGreaterThan(0);
      expect(column + length).toBeLessThanOrEqual(code.size);
      expect(row).toBeLessThan(code.size);
    }
  });

  it('depends on the text, and encodes escape sequences as plain text', () => {
    expect(toRows(encodeQr('RF23912344000000000100017'))).not.toEqual(toRows(code));
    expect(encodeQr('^065^013 ($/,').runs.length).toBeGreaterThan(0);
  });
});
