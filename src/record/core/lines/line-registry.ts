import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LINE_CODES, type LineCode } from '../../reference/products/line-table.js';
import type { Line } from './line.js';

@Injectable()
export class LineRegistry implements OnApplicationBootstrap {
  private readonly lines = {} as { [C in LineCode]: Line<C> };

  register<C extends LineCode>(line: Line<C>): void {
    Object.assign(this.lines, { [line.code]: line });
  }

  /** @throws Error when the registered lines are not those of the line table */
  onApplicationBootstrap(): void {
    const registered = Object.keys(this.lines).toSorted().join();
    const listed = LINE_CODES.toSorted().join();
    if (registered !== listed) throw new Error(`lines of the table: ${listed}; registered: ${registered}`);
  }

  of<C extends LineCode>(code: C): Line<C> {
    if (!(code in this.lines)) throw new Error(`no module registers the line ${code}`);
    return this.lines[code];
  }
}
