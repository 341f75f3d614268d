import { toNumbers, toNumber } from '../../common/money.js';
import type { Price, PriceLine } from '../../pricing/price.js';
import { toLineFigures, toPriceFigures } from '../../record/core/lines/price.mapper.js';
import type { PremiumLineResponse } from '../../record/core/lines/price.dto.js';
import type { TitleReader } from '../../record/reference/tariffs/tariff-titles.js';
import type { MotorPremiumResponse } from './motor-response.dto.js';

export function toPremium(price: Price, reader: TitleReader): MotorPremiumResponse {
  const { tariffVersion, minimumTopUp, taxes, taxTotal, levyTotal, lines } = price;
  const { net, fee, gross, levies, instalments } = toPriceFigures(price);
  return {
    net,
    fee,
    gross,
    levies,
    instalments,
    tariffVersion,
    minimumTopUp: toNumber(minimumTopUp),
    taxTotal: toNumber(taxTotal),
    levyTotal: toNumber(levyTotal),
    taxes: taxes.map(({ taxClass, rate, net, fee, tax }) => ({ taxClass, rate: Number(rate), ...toNumbers({ net, fee, tax }) })),
    lines: lines.map((line) => toLine(line, reader)),
  };
}

function toLine(line: PriceLine, reader: TitleReader): PremiumLineResponse {
  const { cover, title, technical, discount, net, trace } = toLineFigures(line, reader);
  // Without spreads, which would take most of the time.
  return {
    cover,
    title,
    technical,
    discount,
    net,
    trace,
    taxClass: line.taxClass,
    sumInsured: line.sumInsured === null ? null : toNumber(line.sumInsured),
    discountRate: Number(line.discountRate),
    frequencyLoading: toNumber(line.frequencyLoading),
    minimumLine: line.minimumLine === undefined ? undefined : toNumber(line.minimumLine),
    minimumTopUp: line.minimumTopUp === undefined ? undefined : toNumber(line.minimumTopUp),
  };
}
