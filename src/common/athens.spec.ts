import { Settings } from 'luxon';
import { parseInstant } from './athens.js';

const { now } = Settings;
afterEach(() => (Settings.now = now));

describe.each(['2026-07-01', '2026-12-01'])('the parsing of an input on %s', (today) => {
  it.each([
    ['a winter time', '2026-12-01T09:30:00', '2026-12-01T07:30:00.000Z'],
    ['a summer time', '2026-07-01T09:30', '2026-07-01T06:30:00.000Z'],
    ['an instant', '2026-12-01T09:30:00Z', '2026-12-01T09:30:00.000Z'],
    ['a date: its first instant', '2026-07-01', '2026-06-30T21:00:00.000Z'],
    ['the hour that spring leaves out: moved forward', '2026-03-29T03:30:00', '2026-03-29T01:30:00.000Z'],
    ['the hour that autumn has twice: the first', '2026-10-25T03:30:00', '2026-10-25T00:30:00.000Z'],
    ['the hour before it', '2026-10-25T02:59:59', '2026-10-24T23:59:59.000Z'],
    ['the hour after it', '2026-10-25T04:00:00', '2026-10-25T02:00:00.000Z'],
  ])('parses %s', (_what, text, instant) => {
    Settings.now = () => Date.parse(today);
    expect(parseInstant(text)?.toISOString()).toBe(instant);
  });
});

it.each([
  '',
  '2026-02-30',
  '2026-02-30T10:00:00',
  '2026-13-01',
  '2026-12-01T25:00',
  '2026-12-01 09:30',
  '0999-12-31',
  '9999-01-01',
  'today',
])('finds no instant in %j', (text) => expect(parseInstant(text)).toBeNull());

it.each([
  ['2026-12-01T09:30:00+02:00', '2026-12-01T07:30:00.000Z'],
  ['2026-07-01T09:30+03:00', '2026-07-01T06:30:00.000Z'],
  ['2026-12-01T09:30:00.250-14:45', '2026-12-02T00:15:00.250Z'],
  ['2026-12-01T09:30:00', '2026-12-01T07:30:00.000Z'],
  ['2026-02-30T10:00:00+02:00', undefined],
  ['2026-12-01T25:00:00+02:00', undefined],
  ['2026-12-01T09:30:00+02', undefined],
  ['2026-12-01T09:30:00+0200', undefined],
  ['9998-12-31T23:30:00-02:00', undefined],
])('reads %s with its offset as %s', (text, instant) => expect(parseInstant(text)?.toISOString()).toBe(instant));
