import { addMonths, toLocalDateTime } from '../../common/athens.js';
import type { UserCaller } from '../../common/caller.js';
import type { TitleReader } from '../../record/reference/tariffs/tariff-titles.js';
import { toNumber } from '../../common/money.js';
import type { ApplicationRecord } from '../../record/core/applications/application.js';
import { buildApplicationLinks } from '../../record/core/applications/application-links.js';
import { FINAL_STATUSES, getStatusTitle, POLICY_STATUSES } from '../../record/core/applications/status.js';
import { toLineFigures, toMessageResponse, toPriceFigures, toTaxShares } from '../../record/core/lines/price.mapper.js';
import type { Price, PriceLine } from '../../pricing/price.js';
import type { FireApplicationResponse, FireObjectResponse, FirePricingLineResponse, FirePricingResponse } from './fire-response.dto.js';

export type FireApplication = ApplicationRecord<'fire'>;

export function toFireResponse(application: FireApplication, caller: UserCaller): FireApplicationResponse {
  const { language, root } = caller;
  const { questionnaire, price, lastReceipt } = application;
  return {
    id: application.id,
    application_no: application.applicationNo,
    policy_no: application.policyNo,
    type: POLICY_STATUSES.has(application.status) ? 'POLICY' : 'APPLICATION',
    status_code: application.status,
    status_title: getStatusTitle(application.status, application.line)[language],
    active: FINAL_STATUSES.has(application.status) ? '0' : '1',
    start_date: application.startDate,
    end_date: application.endDate,
    anniversary_date: addMonths(application.startDate, 12),
    issue_date: application.issueDate,
    pay_frequency_in_months: application.payFrequencyMonths,
    contact_way_code: questionnaire.contact_way_code,
    application_acceptance_method: questionnaire.application_acceptance_method,
    agent_code: application.agentCode,
    subagent_code: questionnaire.subagent_code ?? null,
    service_code: questionnaire.service_code ?? null,
    commission_code: questionnaire.commission_code ?? null,
    client: questionnaire.client,
    insured: questionnaire.insured,
    objects_insured: questionnaire.objects_insured.map((_, index) => toObjectResponse(application, index)),
    pricing: price && toPricingResponse(price, caller),
    messages: application.messages.map((message) => toMessageResponse(message, language)),
    last_receipt: lastReceipt && {
      receipt_no: lastReceipt.receiptNo,
      instalment_no: lastReceipt.instalmentNo,
      issue_date: lastReceipt.issueDate,
      period_from: lastReceipt.periodFrom,
      period_to: lastReceipt.periodTo,
      gross: toNumber(lastReceipt.gross),
    },
    renewal_of: application.renewalOf,
    renewed_by: application.renewedBy,
    cancels_on: application.cancelsOn,
    links: buildApplicationLinks(application, root),
    version: application.version,
    created_at: toLocalDateTime(application.createdAt),
    updated_at: toLocalDateTime(application.updatedAt),
  };
}

export function toObjectResponse({ questionnaire, enfiaEligible }: FireApplication, index: number): FireObjectResponse {
  const object = questionnaire.objects_insured[index];
  if (!object) throw new RangeError(`There is no insured object ${index}.`);
  return { ...object, enfia_eligible: enfiaEligible[index] ?? false };
}

export function toPricingResponse(price: Price, reader: TitleReader): FirePricingResponse {
  const { net, fee, gross, levies, instalments } = toPriceFigures(price);
  return {
    net,
    fee,
    gross,
    levies,
    instalments,
    tariff_version: price.tariffVersion,
    minimum_top_up: toNumber(price.minimumTopUp),
    taxes: toTaxShares(price.taxes),
    tax_total: toNumber(price.taxTotal),
    levy_total: toNumber(price.levyTotal),
    lines: price.lines.map((line) => toLineResponse(line, reader)),
  };
}

function toLineResponse(line: PriceLine, reader: TitleReader): FirePricingLineResponse {
  const { cover, title, technical, discount, net, trace } = toLineFigures(line, reader);
  // Without spreads, which would take most of the time.
  return {
    cover,
    title,
    technical,
    discount,
    net,
    trace,
    object: line.object,
    group: line.group,
    tax_class: line.taxClass,
    sum_insured: line.sumInsured === null ? null : toNumber(line.sumInsured),
    discount_rate: Number(line.discountRate),
    frequency_loading: toNumber(line.frequencyLoading),
    minimum_line: line.minimumLine === undefined ? undefined : toNumber(line.minimumLine),
    minimum_top_up: line.minimumTopUp === undefined ? undefined : toNumber(line.minimumTopUp),
  };
}
