import { toFireRisk, type RatedObject } from './fire-risk.mapper.js';

const OBJECT: RatedObject = {
  kind_of_risk: '04',
  subkind_of_risk: '0401',
  post_code: '11527',
  building_year: 2004,
  building_year_piping: 2010,
  square_meters: 100,
  construction_of_skeleton: '01',
  roof_construction: '02',
  bundle_code: '104',
};

const risk = (object: Partial<RatedObject> = {}, rest = {}) =>
  toFireRisk({ start_date: '2026-12-01', pay_frequency_in_months: 6, objects_insured: [{ ...OBJECT, ...object }], ...rest });

describe('toFireRisk', () => {
  it('returns only the fields that affect the price', () => {
    const sent = {
      ...OBJECT,
      object_id: 7,
      address: 'Ερμού 1',
      building_commencement_year: 2003,
      insurance_floors: [0, 1],
      meters_from_river: 60,
      type_of_locks: '04',
      fire_protections: [
        { id: 1, has_protection: '0' },
        { id: 2, has_protection: '1' },
      ],
      alarm_connections: ['01', '02'],
      is_owner_building: '1',
      illegal: '0',
      insured_values: [{ group_cover: '01', insured_value: 150000.55 }],
      extra_covers: [{ group_cover: '01', cover: '5' }, { cover: '006' }],
      claims_history: [{ claim_id: 1, claim_date: '2025-03-01', claim_amount: 100 }],
      discounts: ['01'],
    };

    expect(risk(sent)).toStrictEqual({
      startDate: '2026-12-01',
      payFrequencyInMonths: 6,
      consents: undefined,
      objects: [
        {
          kind: '04',
          subkind: '0401',
          postcode: '11527',
          buildingYear: 2004,
          buildingCommencementYear: 2003,
          buildingYearPiping: 2010,
          squareMeters: 100,
          insuranceFloors: [0, 1],
          metersFromRiver: 60,
          skeleton: '01',
          roof: '02',
          locks: '04',
          alarms: ['01', '02'],
          isOwner: '1',
          illegal: '0',
          hasFireProtection: true,
          claims: [{ date: '2025-03-01', amount: 100 }],
          bundleCode: '104',
          insuredValues: [{ group: '01', amount: 150000.55 }],
          extraCovers: [
            { cover: '005', group: '01' },
            { cover: '006', group: undefined },
          ],
          discounts: ['01'],
        },
      ],
    });
  });

  it('treats absent, null and empty alike, so that equal risks have equal JSON', () => {
    const absent = JSON.stringify(risk());
    const nothing = {
      is_owner_building: null,
      illegal: '',
      type_of_locks: '',
      meters_from_river: null,
      extra_covers: null,
      claims_history: [],
    };

    expect(JSON.stringify(risk(nothing))).toBe(absent);
  });

  it('requires the consents of a client and of nobody else', () => {
    expect(risk({}, { client: { consents: [{ master_id: 1, id: 101, answer: '0' }] } }).consents).toStrictEqual([
      { masterId: 1, id: 101, answer: '0' },
    ]);
    expect(risk({}, { client: {} }).consents).toStrictEqual([]);
    expect(risk({}, { client: null }).consents).toBeUndefined();
  });

  it('has no object when none was sent', () => {
    expect(risk({}, { objects_insured: undefined }).objects).toStrictEqual([]);
  });

  it('converts date-times to the Greek date', () => {
    expect(risk({}, { start_date: '2026-11-30T23:00:00Z' }).startDate).toBe('2026-12-01');
    expect(risk({ claims_history: [{ claim_date: '2025-03-01T10:00:00', claim_amount: 1 }] }).objects[0]?.claims[0]?.date).toBe(
      '2025-03-01',
    );
  });

  it('refuses an invalid date', () => {
    expect(() => risk({}, { start_date: 'soon' })).toThrow(expect.objectContaining({ code: '-104' }) as Error);
  });
});
