import { Injectable, type OnModuleInit } from '@nestjs/common';
import { buildAfm } from '../../../common/identifiers.js';
import { Config } from '../../../config/config.js';
import { BonusMalusRegistry, type BonusMalusEntry } from './bonus-malus-registry.js';

const LETTERS = 'ABEZHIKMNOPTYX';
const ROWS = 300;
const CAR_NUMBERS = 9_000;
const CLASSES = 20;

@Injectable()
export class DemoRegistryLoader implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly registry: BonusMalusRegistry,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.config.demo) return;
    for (const environment of this.config.environments) await this.registry.add(environment, buildDemoRegistry());
  }
}

/** Rows are equal in every installation: row n has the plate `demoPlate(n)` and the AFM of 14000000 + n. */
export function buildDemoRegistry(): BonusMalusEntry[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const claimsLastYear = row % 7 === 0 ? 1 : 0;
    return {
      plateNo: demoPlate(row),
      afm: buildAfm(14_000_000 + row),
      bonusMalus: (row * 7) % CLASSES === 0 ? 10 : ((row * 7) % CLASSES) + 1,
      claimsLastYear,
      claimsLast5Years: claimsLastYear + (row % 3),
      source: 'DEMO',
      asOf: '2026-01-01',
    };
  });
}

function demoPlate(row: number): string {
  const letters = [row, row * 5 + 3, row * 11 + 7].map((at) => LETTERS.charAt(at % LETTERS.length)).join('');
  return `${letters}${1000 + ((row * 2_741) % CAR_NUMBERS)}`;
}
