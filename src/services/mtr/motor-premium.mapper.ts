import type { Language } from '../../common/language.js';
import { amountToNumber } from '../../common/money.js';
import type { Price, PriceLine } from '../../pricing/price.js';
import type { RecordMessage } from '../../record/applications/application.js';
import { toLineFigures, toPriceFigures } from '../../record/lines/price.mapper.js';
import type { MotorMessageResponse, MotorPremiumResponse, MotorPremiumLineResponse } from './motor-premium.dto.js';

/** The names of the worked examples. */
export function toPremium(price: Price, language: Language): MotorPremiumResponse {
  const { tariffVersion, minimumTopUp, taxes, taxTotal, levyTotal, lines } = price;
  const { net, fee, gross, levies, instalments } = toPriceFigures(price);
  return {
    net,
    fee,
    gross,
    levies,
    instalments,
    tariffVersion,
    minimumTopUp: amountToNumber(minimumTopUp),
    taxTotal: amountToNumber(taxTotal),
    levyTotal: amountToNumber(levyTotal),
    taxes: taxes.map((share) => ({
      taxClass: share.taxClass,
      rate: Number(share.rate),
      net: amountToNumber(share.net),
      fee: amountToNumber(share.fee),
      tax: amountToNumber(share.tax),
    })),
    lines: lines.map((line) => toLine(line, language)),
  };
}

function toLine(line: PriceLine, language: Language): MotorPremiumLineResponse {
  const { cover, title, technical, discount, net, trace } = toLineFigures(line, language);
  // Without spreads, which would take most of the time of a price.
  return {
    cover,
    title,
    technical,
    discount,
    net,
    trace,
    taxClass: line.taxClass,
    sumInsured: line.sumInsured === null ? null : amountToNumber(line.sumInsured),
    discountRate: Number(line.discountRate),
    frequencyLoading: amountToNumber(line.frequencyLoading),
    minimumLine: line.minimumLine === undefined ? undefined : amountToNumber(line.minimumLine),
    minimumTopUp: line.minimumTopUp === undefined ? undefined : amountToNumber(line.minimumTopUp),
  };
}

export function toMessage({ code, severity, path, text }: RecordMessage, language: Language): MotorMessageResponse {
  return { code, severity, path, text: text[language] };
}
