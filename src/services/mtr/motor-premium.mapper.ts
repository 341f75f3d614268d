import type { Language } from '../../common/language.js';
import { amountsToNumbers, amountToNumber } from '../../common/money.js';
import type { Price, PriceLine } from '../../pricing/price.js';
import type { RecordMessage } from '../../record/applications/application.js';
import { toInstalments, toLevies } from '../../record/lines/price.mapper.js';
import { tariffTitles } from '../../record/tariffs/tariff-titles.js';
import type { MotorMessageResponse, MotorPremiumResponse, MotorPremiumLineResponse } from './motor-premium.dto.js';

/** The names of the worked examples; amounts as JSON numbers, tariff figures of the trace as the tariff writes them. */
export function toPremium(price: Price, language: Language): MotorPremiumResponse {
  return {
    tariffVersion: price.tariffVersion,
    net: amountToNumber(price.net),
    minimumTopUp: amountToNumber(price.minimumTopUp),
    fee: amountToNumber(price.fee),
    taxes: price.taxes.map(({ taxClass, net, fee, rate, tax }) => {
      return { taxClass, rate: Number(rate), ...amountsToNumbers({ net, fee, tax }) };
    }),
    taxTotal: amountToNumber(price.taxTotal),
    levies: toLevies(price),
    levyTotal: amountToNumber(price.levyTotal),
    gross: amountToNumber(price.gross),
    instalments: toInstalments(price),
    lines: price.lines.map((line) => toLine(line, language)),
  };
}

function toLine(line: PriceLine, language: Language): MotorPremiumLineResponse {
  return {
    cover: line.cover,
    title: tariffTitles.in(language, 'covers', line.cover, line.title),
    taxClass: line.taxClass,
    sumInsured: line.sumInsured === null ? null : amountToNumber(line.sumInsured),
    technical: amountToNumber(line.technical),
    discountRate: Number(line.discountRate),
    discount: amountToNumber(line.discount),
    ...(line.minimumLine === undefined ? {} : { minimumLine: amountToNumber(line.minimumLine) }),
    frequencyLoading: amountToNumber(line.frequencyLoading),
    ...(line.minimumTopUp === undefined ? {} : { minimumTopUp: amountToNumber(line.minimumTopUp) }),
    net: amountToNumber(line.net),
    trace: [...line.trace],
  };
}

export function toMessage({ code, severity, path, text }: RecordMessage, language: Language): MotorMessageResponse {
  return { code, severity, path, text: text[language] };
}
