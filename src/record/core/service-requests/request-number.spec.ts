import { parseRequestNumber, buildRequestNumber } from './request-number.js';

describe('requestNumber', () => {
  it('contains a year, a serial number and a check letter', () => {
    expect(buildRequestNumber(2026, 123)).toMatch(/^SR-26-000123-[A-Z]$/);
    expect(buildRequestNumber(2030, 12_345_678)).toMatch(/^SR-30-12345678-[A-Z]$/);
  });

  it('is parsed in any case, also with Greek letters', () => {
    const number = buildRequestNumber(2026, 4711);
    const greek = number.replace(/[A-Z]$/, (letter) => 'ΑΒΕΖΗΙΚΜΝΡΤΥΧ'.charAt('ABEZHIKMNPTYX'.indexOf(letter)));
    for (const text of [number, number.toLowerCase(), ` ${number} `, greek]) expect(parseRequestNumber(text)).toBe(number);
  });

  it('detects every wrong digit and every swap of neighbours', () => {
    const number = buildRequestNumber(2026, 204_815);
    const places = [3, 4, 6, 7, 8, 9, 10, 11];
    for (const place of places) {
      for (const digit of '0123456789') {
        const wrong = number.slice(0, place) + digit + number.slice(place + 1);
        expect(parseRequestNumber(wrong)).toBe(wrong === number ? number : null);
      }
    }
    for (const place of [3, 6, 7, 8, 9, 10]) {
      const exchanged = number.slice(0, place) + number.charAt(place + 1) + number.charAt(place) + number.slice(place + 2);
      expect(parseRequestNumber(exchanged)).toBe(exchanged === number ? number : null);
    }
  });

  it.each(['', '1', 'SR-26-000123', 'SR-26-123-A', "SR-26-000123-K'--", 'SR-2026-000123-K'])('is not parsed from %j', (text) => {
    expect(parseRequestNumber(text)).toBeNull();
  });
});
