import type { FontName } from './fonts.js';

export const COLORS = {
  ink: '#1b2430',
  muted: '#5b6675',
  accent: '#1f3a5f',
  hairline: '#d3d9e1',
  panel: '#f3f5f8',
  warning: '#a3261b',
} as const;

export interface Style {
  readonly font: FontName;
  readonly size: number;
  readonly color: string;
}

export const STYLES = {
  insurer: { font: 'bold', size: 13, color: COLORS.accent },
  title: { font: 'bold', size: 18, color: COLORS.ink },
  number: { font: 'bold', size: 11, color: COLORS.accent },
  section: { font: 'bold', size: 9.5, color: COLORS.accent },
  subsection: { font: 'bold', size: 9, color: COLORS.ink },
  body: { font: 'regular', size: 8.5, color: COLORS.ink },
  strong: { font: 'bold', size: 8.5, color: COLORS.ink },
  label: { font: 'regular', size: 7, color: COLORS.muted },
  head: { font: 'bold', size: 7, color: COLORS.muted },
  small: { font: 'regular', size: 7, color: COLORS.muted },
  mark: { font: 'bold', size: 7.5, color: COLORS.warning },
  amount: { font: 'bold', size: 22, color: COLORS.ink },
  code: { font: 'bold', size: 14, color: COLORS.ink },
} as const satisfies Record<string, Style>;

const LINE_HEIGHT = 1.32;

export function calculateLineHeight(style: Style): number {
  return style.size * LINE_HEIGHT;
}

/** A4 with its margins, in points (1/72 inch). */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 48, top: 40, runningHead: 32, bottom: 60 } as const;
export const BODY_WIDTH = PAGE.width - PAGE.left - PAGE.right;
export const BODY_BOTTOM = PAGE.height - PAGE.bottom;
/** Counts from the second page on; the first has the letterhead. */
export const BODY_TOP = PAGE.top + PAGE.runningHead;
export const BODY_HEIGHT = BODY_BOTTOM - BODY_TOP;
