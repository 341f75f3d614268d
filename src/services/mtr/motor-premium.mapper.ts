import type { Language } from '../../common/language.js';
import { amountsToNumbers, amountToNumber } from '../../common/money.js';
import type { Price, PriceLine } from '../../pricing/price.js';
import type { RecordMessage } from '../../record/applications/application.js';
import { toLineFigures, toPriceFigures } from '../../record/lines/price.mapper.js';
import type { MotorMessageResponse, MotorPremiumResponse, MotorPremiumLineResponse } from './motor-premium.dto.js';

/** The names of the worked examples. */
export function toPremium(price: Price, language: Language): MotorPremiumResponse {
  const { tariffVersion, minimumTopUp, taxes, taxTotal, levyTotal, lines } = price;
  return {
    ...toPriceFigures(price),
    ...{ tariffVersion, ...amountsToNumbers({ minimumTopUp, taxTotal, levyTotal }) },
    taxes: taxes.map(({ taxClass, net, fee, rate, tax }) => {
      return { taxClass, rate: Number(rate), ...amountsToNumbers({ net, fee, tax }) };
    }),
    lines: lines.map((line) => toLine(line, language)),
  };
}

function toLine(line: PriceLine, language: Language): MotorPremiumLineResponse {
  return {
    ...toLineFigures(line, language),
    taxClass: line.taxClass,
    sumInsured: line.sumInsured === null ? null : amountToNumber(line.sumInsured),
    discountRate: Number(line.discountRate),
    frequencyLoading: amountToNumber(line.frequencyLoading),
    ...(line.minimumLine === undefined ? {} : { minimumLine: amountToNumber(line.minimumLine) }),
    ...(line.minimumTopUp === undefined ? {} : { minimumTopUp: amountToNumber(line.minimumTopUp) }),
  };
}

export function toMessage({ code, severity, path, text }: RecordMessage, language: Language): MotorMessageResponse {
  return { code, severity, path, text: text[language] };
}
