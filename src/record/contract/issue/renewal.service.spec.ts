import { buildRenewalNumber } from './renewal.service.js';

describe('the number of a renewal', () => {
  it.each([
    ['P260000123', '2027-12-01', null, 'P260000123-27'],
    ['P260000123-27', '2028-12-01', null, 'P260000123-28'],
    ['P260000123-27-2', '2028-12-01', null, 'P260000123-28'],
    ['P260000123', '2027-12-01', 'P260000123-27', 'P260000123-27-2'],
    ['P260000123-27', '2028-12-01', 'P260000123-28-2', 'P260000123-28-3'],
    ['P990000123', '2100-12-01', null, 'P990000123-00'],
  ])('policy %s renewed from %s after the cancelled %s gets the number %s', (policyNo, startDate, cancelledNo, number) => {
    expect(buildRenewalNumber(policyNo, startDate, cancelledNo)).toBe(number);
  });
});
