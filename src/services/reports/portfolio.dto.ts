import { Required, Unchecked } from '../../common/validation/decorators.js';

export class PortfolioChangesQuery {
  /** Cursor in `Link` of the portfolio or of the previous changes. @example 'MWYwYzlhM2IuMTA0Mg' */
  @Required()
  @Unchecked()
  after: string;
}
