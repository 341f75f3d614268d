import { Injectable } from '@nestjs/common';
import type { Environment } from '../../../common/environment.js';
import type { Price } from '../../../pricing/price.js';
import { LineRegistry } from '../../core/lines/line-registry.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import type { ListName } from '../../reference/lists/registry.js';
import { listAnswerChanges, type AnswerChange } from '../../reference/products/answer-changes.js';
import type { LineCode } from '../../reference/products/line-table.js';
import type { QuestionForm } from '../../reference/products/question-form.js';
import { buildAnswers, type Titles } from '../../reference/products/questionnaire-answers.js';
import { formatItem } from '../../reference/tariffs/tariff-titles.js';
import { TariffService } from '../../reference/tariffs/tariff.service.js';

interface Compared {
  readonly line: LineCode;
  readonly price: Price;
  readonly before: object;
  readonly after: object;
}

@Injectable()
export class AmendmentChanges {
  constructor(
    private readonly lines: LineRegistry,
    private readonly lists: ReferenceLists,
    private readonly tariffs: TariffService,
  ) {}

  list(environment: Environment, { line, price, before, after }: Compared): AnswerChange[] {
    const form = this.lines.of<LineCode>(line).form as QuestionForm<object>;
    const titles = this.buildTitles(environment, price);
    return listAnswerChanges(buildAnswers(form, before, titles), buildAnswers(form, after, titles));
  }

  private buildTitles(environment: Environment, { tariffCode, tariffVersion }: Price): Titles {
    const tariff = this.tariffs.find(environment, tariffCode, tariffVersion);
    return {
      ofList: (list, code) => this.lists.title(list as ListName, code) ?? null,
      by: (kind, code) => {
        const titled = ({ bundle: 'bundles', cover: 'covers', discount: 'discounts' } as const)[kind as 'bundle'];
        const item = titled && tariff?.[titled].get(String(code));
        return titled && item ? formatItem(titled, item) : null;
      },
    };
  }
}
