import { ErrorCode } from '../../../common/error-codes.js';
import type { LineCode } from '../../reference/products/line-table.js';
import { Status } from '../applications/status.js';
import { ReferenceLists } from '../../reference/lists/reference-lists.js';
import { assertCategory } from './document-category.js';

const LISTS = new ReferenceLists();

const STATUSES = Object.values(Status);
const BEFORE_ISSUE = ['00', '25', '01', '30', '11', '12', '39', '31', '45', '02'];
const PAYABLE = ['45', '50', '55', '60', '65', '70'];

function listAccepted(line: LineCode, category: number): string[] {
  return STATUSES.filter((status) => {
    try {
      assertCategory({ categoryId: category, categoryPath: 'category_id' }, { line, status }, LISTS);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: ErrorCode.DOCUMENT_CATEGORY, violations: [{ path: 'category_id' }] });
      return false;
    }
  }).sort();
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe.each<[LineCode, own: number[], others: number[]]>([
  ['motor', [3, 4, 6, 7, 8, 10], range(11, 22)],
  ['fire', range(11, 22), [3, 4, 6, 7, 8, 10]],
])('the document categories of %s', (line, own, others) => {
  it.each<readonly [name: string, category: number, statuses: readonly string[]]>([
    ['previous policy', 5, BEFORE_ISSUE],
    ['demands and needs', 26, BEFORE_ISSUE],
    ['proof of payment', 27, PAYABLE],
    ...[2, 9, 23, 24, 25, 99, ...own].map((id) => [`category ${id}`, id, STATUSES] as const),
    ...[1, 28, 29, 30, 31, 32, 33, 34, 35].map((id) => [`the system's category ${id}`, id, []] as const),
    ...others.map((id) => [`the other line's category ${id}`, id, []] as const),
    ['an unknown category', 77, []],
  ])('decide in which statuses category %s is accepted', (_name, category, statuses) => {
    expect(listAccepted(line, category)).toEqual([...statuses].sort());
  });

  it('contain all categories of the list', () => {
    const known = [5, 26, 27, 2, 9, 23, 24, 25, 99, 1, 28, 29, 30, 31, 32, 33, 34, 35, ...own, ...others].sort((one, other) => one - other);
    expect(LISTS.all('documentCategories').map(({ id }) => id)).toEqual(known);
  });
});
