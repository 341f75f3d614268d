import type { Spec } from '../../console/src/forms/draft.js';
import { fireForm } from '../../console/src/parts/quote/fire-fields.js';
import { motorForm } from '../../console/src/parts/quote/motor-fields.js';
import { type Class, getField, listFieldNames } from '../../src/common/validation/dto.js';
import { FireApplicationFieldsRequest } from '../../src/services/fire/fire-application.dto.js';
import { MotorApplicationRequest } from '../../src/services/mtr/motor-application.dto.js';

const COMPANIES = new Set(['2']);

/** Lists the paths of the request's fields that the form does not ask for. */
function listUnasked(dto: Class, specs: readonly Spec[], owner = ''): string[] {
  const asked = new Map(specs.flatMap((spec) => (spec.kind === 'section' ? spec.fields : [spec])).map((spec) => [spec.name, spec]));
  return listFieldNames(dto).flatMap((name) => {
    const spec = asked.get(name);
    if (spec === undefined) return [`${owner}${name}`];
    const nested = getField(dto, name)?.nested?.();
    return nested !== undefined && 'fields' in spec ? listUnasked(nested, spec.fields, `${owner}${name}.`) : [];
  });
}

describe('the form of the console', () => {
  it('asks for every field of a fire application', () => {
    expect(listUnasked(FireApplicationFieldsRequest, fireForm(COMPANIES).all)).toEqual([]);
  });

  it('asks for every field of a vehicle application but the name of the rate in other software', () => {
    expect(listUnasked(MotorApplicationRequest, motorForm(COMPANIES).all)).toEqual(['rateCode']);
  });
});
