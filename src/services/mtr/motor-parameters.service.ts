import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { Caller, UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import type { Bundle, Tariff } from '../../pricing/tariff.js';
import { getMotorTerms } from '../../pricing/motor-facts.js';
import { EMPTY_LIST, CachedLists, SerialisedList } from '../../record/reference/lists/serialised-lists.service.js';
import { listBundleNeeds } from '../../record/reference/tariffs/bundle-needs.js';
import { listDiscounts } from '../../record/reference/tariffs/discount-items.js';
import { formatItem } from '../../record/reference/tariffs/tariff-titles.js';
import { MotorCalculator } from './motor-calculator.js';
import type {
  MotorBundleCoverItemResponse,
  MotorBundleItemResponse,
  MotorBundleQuery,
  MotorMakeItemResponse,
  MotorModelItemResponse,
  MotorModelQuery,
  MotorUsageItemResponse,
  MotorUsageQuery,
} from './motor-parameter.dto.js';
import type { MotorQuoteTemplateResponse } from './motor-quote.dto.js';
import { DEDUCTIBLES, MOTOR_PAY_FREQUENCIES } from './motor-rating.dto.js';
import { createTemplateQuestionnaire, MOTOR_TEMPLATE } from './motor-template.service.js';

@Injectable()
export class MotorParametersService {
  private readonly cached = new CachedLists();

  constructor(private readonly calculator: MotorCalculator) {}

  bundles(caller: Caller, { postCode, usageCode }: MotorBundleQuery): SerialisedList {
    if (postCode !== undefined && this.calculator.lists.prefectureOf(postCode) === undefined) return EMPTY_LIST;
    const tariff = this.tariffOfToday(caller);
    return this.cached.of(tariff, `bundles ${usageCode}`, () =>
      [...tariff.bundles.values()]
        .filter(({ active, offeredFor }) => active && (usageCode === undefined || offeredFor.has(usageCode)))
        .map((bundle) => toBundleItem(bundle, tariff)),
    );
  }

  discounts(caller: Caller): SerialisedList {
    const tariff = this.tariffOfToday(caller);
    return this.cached.of(tariff, 'discounts', () => listDiscounts(tariff));
  }

  usages(caller: Caller): SerialisedList {
    const tariff = this.tariffOfToday(caller);
    const { usages } = getMotorTerms(tariff);
    const items = this.calculator.lists.all('vehicleUsages').map((usage): MotorUsageItemResponse => {
      return { ...usage, vehicleTypes: [...usage.vehicleTypes], offered: usages.has(usage.code) };
    });
    return new SerialisedList(items);
  }

  makes({ usageCode }: MotorUsageQuery): SerialisedList {
    return this.cached.of(this.calculator.lists.edition, `makes ${usageCode}`, () =>
      this.calculator.lists
        .all('vehicleMakes')
        .filter(({ usageCodes }) => usageCode === undefined || usageCodes.includes(usageCode))
        .map((make): MotorMakeItemResponse => ({ ...make, titleEn: make.title, usageCodes: [...make.usageCodes] })),
    );
  }

  models({ usageCode, makeCode }: MotorModelQuery): SerialisedList {
    return this.cached.of(this.calculator.lists.edition, `models ${usageCode} ${makeCode}`, () =>
      this.calculator.lists
        .all('vehicleModels')
        .filter(
          (model) => (usageCode === undefined || model.usageCodes.includes(usageCode)) && (makeCode ?? model.makeCode) === model.makeCode,
        )
        .map(({ source: _source, ...model }): MotorModelItemResponse => {
          const makeTitle = this.calculator.lists.item('vehicleMakes', model.makeCode)?.title ?? '';
          return { ...model, titleEn: model.title, makeTitle, usageCodes: [...model.usageCodes] };
        }),
    );
  }

  /** The contract wants the year of manufacture as a text. */
  quoteTemplate(caller: UserCaller): MotorQuoteTemplateResponse {
    const tariff = this.tariffOfToday(caller);
    const { usages, bonusMalus } = getMotorTerms(tariff);
    const { plateNo, policyStartDate } = createTemplateQuestionnaire(toLocalDate(caller.at));
    const { quote, client } = MOTOR_TEMPLATE;
    const addable = new Set([...tariff.bundles.values()].flatMap((bundle) => [...bundle.addable]));
    return {
      ...quote,
      agentCode: caller.user.agentCode,
      plateNo,
      clientAfm: client.afm,
      policyStartDate,
      manufactureYear: String(quote.manufactureYear),
      fuelType: Number(quote.fuelType),
      acceptedValues: {
        usageCode: [...usages.keys()],
        bundleCode: [...tariff.bundles.keys()],
        extraCovers: [...tariff.covers.keys()].filter((code) => addable.has(code)),
        discountCodes: [...tariff.discounts.keys()],
        payFrequencyInMonths: MOTOR_PAY_FREQUENCIES,
        deductible: DEDUCTIBLES,
        bonusMalus: [bonusMalus.min, bonusMalus.max],
      },
    };
  }

  private tariffOfToday(caller: Caller): Tariff {
    const tariff = this.calculator.findTariff(caller, { policyStartDate: toLocalDate(caller.at) });
    if (tariff === undefined) throw new DomainError(ErrorCode.NO_TARIFF);
    return tariff;
  }
}

function toBundleItem(bundle: Bundle, tariff: Tariff): MotorBundleItemResponse {
  const { code, title, active, offeredFor, included, addable, swappable } = bundle;
  const toCovers = (codes: Iterable<string>, isIncluded: boolean): MotorBundleCoverItemResponse[] =>
    [...codes].map((cover) => {
      const item = tariff.covers.get(cover) ?? { code: cover, title: '' };
      return { code: cover, title: item.title, titleEn: formatItem('covers', item).en, included: isIncluded };
    });
  return {
    code,
    title,
    titleEn: formatItem('bundles', bundle).en,
    active,
    usages: [...offeredFor],
    covers: toCovers(included, true),
    addableCovers: toCovers(addable, false),
    swappableCovers: [...swappable].map(([out, covers]) => ({ out, in: [...covers] })),
    needs: listBundleNeeds(bundle, tariff),
  };
}
