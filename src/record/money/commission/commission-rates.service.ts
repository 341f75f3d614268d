import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { toLocalDate } from '../../../common/athens.js';
import { assertNoViolations, type Violation } from '../../../common/domain-error.js';
import type { Environment } from '../../../common/environment.js';
import { ErrorCode } from '../../../common/error-codes.js';
import { formatDate } from '../../../common/formats.js';
import type { Text } from '../../../common/language.js';
import { PACKAGE_ROOT } from '../../../common/package-root.js';
import { Config } from '../../../config/config.js';
import { Store, type Transaction } from '../../../store/store.js';
import { getLineRow, type LineCode } from '../../reference/products/line-table.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';
import type { CommissionRateDto, CommissionRatesRequest } from './commission-rates.dto.js';
import { CommissionRatesRepository } from './commission-rates.repository.js';

const RATES_DIR = join(PACKAGE_ROOT, 'commissions');

/** The start loads new files of `commissions/`, and fails for a changed one. */
@Injectable()
export class CommissionRatesService implements OnModuleInit {
  constructor(
    private readonly store: Store,
    private readonly repository: CommissionRatesRepository,
    private readonly tariffs: TariffService,
    private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    const texts = readdirSync(RATES_DIR)
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(RATES_DIR, name), 'utf8'));
    for (const environment of this.config.environments)
      await this.store.transaction(environment, async (tx) => {
        for (const text of texts) await this.loadShipped(tx, text);
      });
  }

  async load(
    tx: Transaction,
    environment: Environment,
    rates: CommissionRatesRequest,
    { at, by }: { readonly at: Date; readonly by: string },
  ): Promise<void> {
    const agents = rates.rates.map(({ agentCode }) => agentCode ?? '').filter((code) => code !== '');
    const unknown = new Set(await this.repository.listUnknownAgents(tx, agents));
    const known = this.tariffs.knownCodes(environment, getLineRow(rates.line as LineCode).branch.code);
    assertNoViolations([
      ...(await this.validateHead(tx, rates, at)),
      ...rates.rates.flatMap((rate, index) => validateRate(rate, index, { unknown, bundles: known.bundles, covers: known.covers })),
      ...findRepeated(rates.rates),
    ]);
    const isNew = await this.repository.insert(tx, rates, JSON.stringify(rates), by);
    if (!isNew) throwViolation('version', VERSION_TAKEN);
  }

  private async validateHead(tx: Transaction, { line, version, validFrom }: CommissionRatesRequest, at: Date): Promise<Violation[]> {
    const latest = await this.repository.findLatest(tx, line);
    const today = toLocalDate(at);
    const violations: Violation[] = [];
    if (latest && version <= latest.version) violations.push({ path: 'version', code: ErrorCode.INVALID, text: VERSION_TAKEN });
    if (validFrom < today || (latest && validFrom <= latest.validFrom))
      violations.push({
        path: 'validFrom',
        code: ErrorCode.BAD_DATE,
        text: {
          el: `Από σήμερα (${formatDate(today)}) και μετά την έναρξη ισχύος της τελευταίας έκδοσης${latest ? ` (${formatDate(latest.validFrom)})` : ''}.`,
          en: `From today (${formatDate(today)}) on, and later than the latest version${latest ? ` (${formatDate(latest.validFrom)})` : ''}.`,
        },
      });
    return violations;
  }

  private async loadShipped(tx: Transaction, text: string): Promise<void> {
    const rates = JSON.parse(text) as CommissionRatesRequest;
    const isSame = (): Promise<boolean> => this.repository.isSame(tx, rates, text);
    // Read first, so that a start needs no write.
    if ((await isSame()) || (await this.repository.insert(tx, rates, text, null)) || (await isSame())) return;
    throw new Error(`The rates of commission ${rates.line} version ${rates.version} are loaded already with other content.`);
  }
}

interface KnownCodes {
  readonly unknown: ReadonlySet<string>;
  readonly bundles: { has(code: string): boolean };
  readonly covers: { has(code: string): boolean };
}

function validateRate({ agentCode, agentType, bundle, cover }: CommissionRateDto, index: number, known: KnownCodes): Violation[] {
  const path = (field: string): string => `rates[${index}].${field}`;
  const violations: Violation[] = [];
  if (!agentCode === !agentType) violations.push({ path: path('agentType'), code: ErrorCode.INVALID, text: ONE_AGENT });
  if (agentCode && known.unknown.has(agentCode)) violations.push({ path: path('agentCode'), code: ErrorCode.UNKNOWN_CODE, text: UNKNOWN });
  if (bundle && !known.bundles.has(bundle)) violations.push({ path: path('bundle'), code: ErrorCode.UNKNOWN_CODE, text: UNKNOWN });
  if (cover && !known.covers.has(cover)) violations.push({ path: path('cover'), code: ErrorCode.UNKNOWN_CODE, text: UNKNOWN });
  return violations;
}

/** Two rates with the same conditions would leave open which one counts. */
function findRepeated(rates: readonly CommissionRateDto[]): Violation[] {
  const keys = rates.map(({ agentCode, agentType, bundle, cover, kind }) =>
    JSON.stringify([agentCode || null, agentType || null, bundle || null, cover || null, kind ?? null]),
  );
  return keys.flatMap((key, index): Violation[] =>
    keys.indexOf(key) === index ? [] : [{ path: `rates[${index}]`, code: ErrorCode.INVALID, text: REPEATED }],
  );
}

function throwViolation(path: string, text: Text): never {
  assertNoViolations([{ path, code: ErrorCode.INVALID, text }]);
  throw new Error('A fault was not thrown.');
}

const VERSION_TAKEN: Text = {
  el: 'Ο αριθμός έκδοσης πρέπει να είναι μεγαλύτερος από τον τελευταίο.',
  en: 'The number of the version must be above the latest one.',
};
const ONE_AGENT: Text = {
  el: 'Συμπληρώστε ή τον κωδικό συνεργάτη (agentCode) ή τον τύπο προμήθειας (agentType).',
  en: 'Give either the code of an agent (agentCode) or a commission type (agentType).',
};
const UNKNOWN: Text = { el: 'Ο κωδικός δεν υπάρχει.', en: 'The code does not exist.' };
const REPEATED: Text = {
  el: 'Υπάρχει ήδη ποσοστό με τις ίδιες προϋποθέσεις.',
  en: 'Another rate has the same conditions.',
};
