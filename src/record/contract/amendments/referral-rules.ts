import type { Environment } from '../../../common/environment.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';
import type { TariffService } from '../../reference/tariffs/tariff.service.js';
import { AMENDMENT_REFERRALS } from './amendment-review.service.js';

export function listReferralRules(tariffs: TariffService, environment: Environment, line: LineCode): string[] {
  const rules = tariffs
    .all(environment, getLineRow(line).branch.code)
    .flatMap((tariff) => [...tariff.rules.application, ...tariff.rules.object]);
  return [...rules.filter(({ outcome }) => outcome === '25').map(({ code }) => code), ...AMENDMENT_REFERRALS];
}
