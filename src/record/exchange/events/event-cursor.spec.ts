import { buildCursor, formatCursor, parseCursor, type Epoch } from './event-cursor.js';

const epochs: readonly [Epoch, ...Epoch[]] = [
  { code: 'cccccccc', openedAfter: 80 },
  { code: 'bbbbbbbb', openedAfter: 50 },
  { code: 'aaaaaaaa', openedAfter: 0 },
];

describe('a cursor of the event feed', () => {
  it('contains the epoch that was read, and the positions read in earlier epochs', () => {
    expect(buildCursor(100, epochs)).toEqual([
      { epoch: 'cccccccc', position: 100 },
      { epoch: 'bbbbbbbb', position: 80 },
      { epoch: 'aaaaaaaa', position: 50 },
    ]);
    expect(buildCursor(60, epochs).map(({ position }) => position)).toEqual([60, 60, 50]);
    expect(buildCursor(0, epochs).map(({ position }) => position)).toEqual([0, 0, 0]);
  });

  it('uses the lower position where an epoch was opened earlier in the feed than its predecessor', () => {
    const restoredTwice: typeof epochs = [{ code: 'cccccccc', openedAfter: 40 }, ...epochs.slice(1)];
    expect(buildCursor(100, restoredTwice).map(({ position }) => position)).toEqual([100, 40, 40]);
  });

  it('remembers four epochs', () => {
    const many = Array.from({ length: 9 }, (_, place): Epoch => ({ code: `0000000${place}`, openedAfter: 0 }));
    expect(buildCursor(7, many as [Epoch, ...Epoch[]]).map(({ epoch }) => epoch)).toEqual(['00000000', '00000001', '00000002', '00000003']);
  });

  it('is parsed back to the same value, and fits in an address', () => {
    for (const position of [0, 1, 999, 123_456_789_012]) {
      const text = formatCursor(buildCursor(position, epochs));
      expect(text).toMatch(/^[\w-]{10,200}$/);
      expect(parseCursor(text)).toEqual(buildCursor(position, epochs));
    }
  });

  it.each([
    '',
    ' ',
    '0',
    'x',
    'null',
    '%',
    'aaaaaaaa.1',
    'A'.repeat(5000),
    'Ω',
    ...['aaaaaaaa', 'aaaaaaaa.', 'aaaaaaaa.-1', 'aaaaaaaa.1.5', 'AAAAAAAA.1', 'aaaaaaaa.1/', '/aaaaaaaa.1', 'aaaaaaaa.1//bbbbbbbb.1'].map(
      encoded,
    ),
    ...['aaaaaaa.1', 'aaaaaaaa.1234567890123456', 'aaaaaaaa.1\n', Array(5).fill('aaaaaaaa.1').join('/'), "aaaaaaaa.1'--"].map(encoded),
  ])('is refused when its text is %j', (text) => {
    expect(parseCursor(text)).toBeNull();
  });
});

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}
