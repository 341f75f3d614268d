import bwip from 'bwip-js/node';

/** Dark modules (level M) as runs of a row; `size` modules each way, without the quiet zone. */
export interface QrCode {
  readonly size: number;
  readonly runs: readonly { readonly column: number; readonly row: number; readonly length: number }[];
}

export function encodeQr(text: string): QrCode {
  // Only the default export gives the matrix: the named `raw` is a symbology.
  const [symbol] = bwip.raw('qrcode', text, 'eclevel=M');
  if (symbol === undefined || !('pixs' in symbol)) throw new Error('The QR encoder gave no matrix.');
  const runs = [];
  for (let row = 0; row < symbol.pixy; row++) {
    for (let column = 0; column < symbol.pixx; column++) {
      const start = column;
      while (column < symbol.pixx && symbol.pixs[row * symbol.pixx + column] === 1) column++;
      if (column > start) runs.push({ column: start, row, length: column - start });
    }
  }
  return { size: symbol.pixx, runs };
}
