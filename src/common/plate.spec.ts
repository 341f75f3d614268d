import { isPlate, normalizePlate } from './plate.js';

describe('normalizePlate', () => {
  it.each([
    ['ΙΖΧ-4821', 'IZX4821'],
    ['izx 4821', 'IZX4821'],
    ['ιζχ4821', 'IZX4821'],
    [' A B-E 1‐0–0 0 ', 'ABE1000'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['QZX4821', 'QZX4821'],
    ['ΓΔΘ4821', 'ΓΔΘ4821'],
    ['', ''],
  ])('normalises %p to %p', (given, expected) => {
    expect(normalizePlate(given)).toBe(expected);
  });

  it('leaves a normalised plate unchanged', () => {
    expect(normalizePlate(normalizePlate('ΥΗΜ 27'))).toBe('YHM27');
  });
});

describe('isPlate', () => {
  it.each([
    ['IZX1000', true, false],
    ['IZX9999', true, false],
    ['ΙΖΧ-4821', true, false],
    ['IZX0999', false, false],
    ['IZX999', false, true],
    ['IZX1', false, true],
    ['EMB-27', false, true],
    ['IZX0', false, false],
    ['IZX01', false, false],
    ['IZX', false, false],
    ['IZX12345', false, false],
    ['QZX4821', false, false],
    ['ΓZX4821', false, false],
    ['IZ4821', true, false],
    ['ΥΑ-48', false, true],
    ['I4821', false, false],
    ['IZXA4821', false, false],
    ['IZX482Α', false, false],
    ['IZX٤٨٢١', false, false],
    ['IZX4821\n', true, false],
    ['IZX.4821', false, false],
    ['', false, false],
  ])('says for %p whether it is a car plate (%p) or a motorcycle plate (%p)', (text, car, motorcycle) => {
    expect(isPlate(text, 'car')).toBe(car);
    expect(isPlate(text, 'motorcycle')).toBe(motorcycle);
    expect(isPlate(text)).toBe(car || motorcycle);
  });
});
