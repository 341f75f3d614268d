import { Injectable } from '@nestjs/common';
import { toLocalDate } from '../../common/athens.js';
import type { Caller, OperationContext, UserCaller } from '../../common/caller.js';
import { DomainError } from '../../common/domain-error.js';
import { ErrorCode } from '../../common/error-codes.js';
import { listCoversByCode, listCovers, listExtraCovers, listOfferedBundles } from '../../pricing/fire-lists.js';
import type { Bundle, Cover, Tariff } from '../../pricing/tariff.js';
import { EMPTY_LIST, SerialisedListsService, CachedLists, SerialisedList } from '../../record/reference/lists/serialised-lists.service.js';
import { ReferenceLists } from '../../record/reference/lists/reference-lists.js';
import { listBundleNeeds } from '../../record/reference/tariffs/bundle-needs.js';
import { listDiscounts } from '../../record/reference/tariffs/discount-items.js';
import { listTitles, type Titled } from '../../record/reference/tariffs/tariff-titles.js';
import { TariffService } from '../../record/reference/tariffs/tariff.service.js';
import { buildFireReference } from './fire-calculator.js';
import type {
  BundleCoverItemResponse,
  BundleItemResponse,
  ExtraCoverItemResponse,
  GroupCoverItemResponse,
} from './fire-parameter-items.dto.js';
import type {
  ExtraCoversQuery,
  GroupsCoversQuery,
  KindsOfRiskQuery,
  ListBundlesQuery,
  OfferedBundlesQuery,
  SubkindsOfRiskQuery,
} from './fire-parameter-query.dto.js';

@Injectable()
export class FireParametersService {
  private readonly cached = new CachedLists();

  constructor(
    private readonly tariffs: TariffService,
    private readonly lists: ReferenceLists,
    private readonly serialised: SerialisedListsService,
  ) {}

  kindsOfRisk({ kindsOfRisks: code, active }: KindsOfRiskQuery): SerialisedList {
    return this.serialised.select('kindsOfRisk', { code, where: { active: toBoolean(active) } });
  }

  subkindsOfRisk({ kindsOfRisks: kind, subkindsOfRisks: code, active }: SubkindsOfRiskQuery): SerialisedList {
    return this.serialised.select('subkindsOfRisk', { code, where: { kindOfRiskCode: kind, active: toBoolean(active) } });
  }

  groupsCovers(caller: UserCaller, { groupCovers: code }: GroupsCoversQuery): SerialisedList {
    const tariff = this.tariffOfToday(caller);
    return this.cached.of(tariff, `covers ${code}`, () => {
      const ofGroup = listCovers(tariff, code);
      return (ofGroup.length > 0 ? ofGroup : listCovers(tariff).filter((cover) => cover.code === code)).map((item) =>
        toGroupCoverItem(item, caller),
      );
    });
  }

  listBundles(caller: UserCaller, { bundleCode, active }: ListBundlesQuery): SerialisedList {
    const tariff = this.tariffOfToday(caller);
    const isActive = toBoolean(active);
    return this.cached.of(tariff, `bundles ${bundleCode} ${active}`, () =>
      [...tariff.bundles.values()]
        .filter((bundle) => (bundleCode ?? bundle.code) === bundle.code && (isActive ?? bundle.active) === bundle.active)
        .map((bundle) => toBundleItem(bundle, tariff, caller)),
    );
  }

  discounts(caller: UserCaller): SerialisedList {
    const tariff = this.tariffOfToday(caller);
    return this.cached.of(tariff, 'discounts', () => listDiscounts(tariff));
  }

  offeredBundles(caller: UserCaller, query: OfferedBundlesQuery): SerialisedList {
    const tariff = this.tariffOfToday(caller);
    if (!isKnownRisk(query, this.lists)) return EMPTY_LIST;
    const kind = this.lists.item('subkindsOfRisk', query.subkind_of_risk)?.kindOfRiskCode ?? '';
    const risk = {
      kind,
      subkind: query.subkind_of_risk,
      prefecture: query.prefecture_code,
      buildingYear: query.building_year,
      skeleton: query.construction_of_skeleton,
      roof: query.roof_construction,
      group: query.group_insured,
    };
    const bundles = listOfferedBundles(risk, tariff, buildFireReference(this.lists), toLocalDate(caller.at));
    return new SerialisedList(
      bundles.filter((bundle) => (query.bundleCode ?? bundle.code) === bundle.code).map((bundle) => toBundleItem(bundle, tariff, caller)),
    );
  }

  extraCovers(caller: UserCaller, bundleCode: string, query: ExtraCoversQuery): SerialisedList {
    const tariff = this.tariffOfToday(caller);
    const bundle = tariff.bundles.get(bundleCode);
    if (bundle === undefined) return EMPTY_LIST;
    const years = { building: query.building_year, piping: query.building_year_piping };
    return new SerialisedList(
      listExtraCovers(bundle, years, tariff, toLocalDate(caller.at)).map(({ cover, available, reason }): ExtraCoverItemResponse => {
        const { code, title, groups } = cover;
        return {
          ...toTitles(caller, 'covers', code, title),
          groups: [...groups],
          available,
          ...(reason && { reason: reason[caller.language] }),
        };
      }),
    );
  }

  private tariffOfToday({ environment, at }: OperationContext): Tariff {
    const tariff = this.tariffs.pick(environment, 'FIRE', toLocalDate(at));
    if (tariff === undefined) throw new DomainError(ErrorCode.NO_TARIFF);
    return tariff;
  }
}

function isKnownRisk(query: OfferedBundlesQuery, lists: ReferenceLists): boolean {
  return (
    lists.isActive('prefectures', query.prefecture_code) &&
    lists.isActive('subkindsOfRisk', query.subkind_of_risk) &&
    lists.isActive('skeletons', query.construction_of_skeleton) &&
    lists.isActive('roofs', query.roof_construction) &&
    (query.group_insured === undefined || lists.isActive('groupsInsured', query.group_insured))
  );
}

function toBoolean(flag: string | undefined): boolean | undefined {
  return flag === undefined ? undefined : flag === '1';
}

function toGroupCoverItem({ code, title, groups, taxClass }: Cover, caller: Caller): GroupCoverItemResponse {
  return { ...toTitles(caller, 'covers', code, title), groups: [...groups], tax_class: taxClass };
}

function toBundleItem(bundle: Bundle, tariff: Tariff, caller: Caller): BundleItemResponse {
  const { code, title, active, offeredFor, addable } = bundle;
  const toCovers = (codes: ReadonlySet<string>, included: boolean): BundleCoverItemResponse[] =>
    listCoversByCode(codes, tariff).map((cover) => ({ ...toTitles(caller, 'covers', cover.code, cover.title), included }));
  return {
    ...toTitles(caller, 'bundles', code, title),
    active,
    kinds: [...offeredFor],
    covers: toCovers(new Set(bundle.included), true),
    addable_covers: toCovers(addable, false),
    needs: listBundleNeeds(bundle, tariff),
  };
}

function toTitles({ environment }: Caller, kind: Titled, code: string, title: string) {
  return { code, title, titleEn: listTitles(environment).in('en', kind, code, title) };
}
