/** pdfkit's own wrapper does not give the height of a row before it is drawn. */
export function wrapText(text: string, width: number, widthOf: (part: string) => number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (word === '') continue;
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(longer) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = breakWord(word, width, widthOf);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
    }
    lines.push(line);
  }
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  return lines;
}

export function clipLines(lines: string[], most: number): string[] {
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, Math.max(most, 1));
  const last = Array.from(kept.pop() ?? '');
  return [...kept, `${last.slice(0, -1).join('')}…`];
}

// Adds up the widths of characters, because measuring each prefix would lay out a long word once per character.
function breakWord(word: string, width: number, widthOf: (part: string) => number): string[] {
  if (widthOf(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let pieceWidth = 0;
  for (const character of word) {
    const characterWidth = widthOf(character);
    while (piece !== '' && pieceWidth + characterWidth > width) {
      const end = piece.lastIndexOf('-') + 1 || piece.length;
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
      pieceWidth = widthOf(piece);
    }
    piece += character;
    pieceWidth += characterWidth;
  }
  pieces.push(piece);
  return pieces;
}
