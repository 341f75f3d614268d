import { TitledItem } from '../../record/reference/lists/common-items.dto.js';

export class SubagentItemResponse extends TitledItem {
  /** 0 pending approval, 1 approved, 2 rejected, 3 deleted. @example 1 */
  status: string;
}
