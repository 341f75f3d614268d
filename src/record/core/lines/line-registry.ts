import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LINE_CODES } from '../../reference/products/line-table.js';
import type { Line } from './line.js';
import type { LineCode } from '../../reference/products/questionnaires.js';

/** The lines of business by their code. Each registers itself, so that the record serves all of them without knowing them. */
@Injectable()
export class LineRegistry implements OnApplicationBootstrap {
  private readonly lines = {} as { [C in LineCode]: Line<C> };

  register<C extends LineCode>(line: Line<C>): void {
    Object.assign(this.lines, { [line.code]: line });
  }

  /** A row of the line table without its line, or the other way round, does not start. */
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
