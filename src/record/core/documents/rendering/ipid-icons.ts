import type { IpidSection } from '../../../../pricing/tariff-model.js';

/** Colours of Article 7 of Regulation (EU) 2017/1469. */
const GREEN = '#2e8b3d';
const RED = '#c0281d';
const ORANGE = '#d9730d';
const BLUE = '#1f5fa8';
const YELLOW = '#c29a00';
const BLACK = '#1b1b1b';

/** SVG paths in a square of 24 units. */
export interface Icon {
  readonly color: string;
  readonly filled?: string;
  readonly lines: string;
}

const TRIANGLE = 'M12 4.2L20.3 18.6H3.7Z';

export const IPID_ICONS: Readonly<Record<Exclude<IpidSection, 'kind' | 'optional'>, Icon>> = {
  /** Umbrella. */
  insured: { color: GREEN, filled: 'M4 12.5A8 8 0 0 1 20 12.5Z', lines: 'M12 4.5V3.6M12 12.5V18.2A1.9 1.9 0 0 1 8.2 18.2' },
  /** X within a triangle. */
  notInsured: { color: RED, lines: `${TRIANGLE}M9.7 11.6L14.3 16.2M14.3 11.6L9.7 16.2` },
  /** Exclamation mark within a triangle. */
  restrictions: { color: ORANGE, lines: `${TRIANGLE}M12 9.6V13.6M12 16V16.2` },
  /** Globe. */
  where: {
    color: BLUE,
    lines:
      'M12 4.5A7.5 7.5 0 1 0 12 19.5A7.5 7.5 0 1 0 12 4.5M4.5 12H19.5M12 4.5C7.6 8.5 7.6 15.5 12 19.5M12 4.5C16.4 8.5 16.4 15.5 12 19.5M5.6 8.2H18.4M5.6 15.8H18.4',
  },
  /** Handshake. */
  obligations: {
    color: GREEN,
    lines:
      'M3 8.2L6 6.8L10.2 8.2M21 8.2L18 6.8L13.4 7.2L9.4 10.6C9.8 12.4 11.6 12.4 12.8 11.2L18.4 15.4C18 16.8 16.8 16.9 15.8 16.2C15.4 17.5 14.2 17.7 13.2 17C12.6 18 11.4 18 10.4 17.2L5.6 13.6L3 14.2M18.4 15.2L21 14.2',
  },
  /** Coins. */
  payment: {
    color: YELLOW,
    lines:
      'M4.3 8.2C4.3 5.4 12.3 5.4 12.3 8.2S4.3 11 4.3 8.2V15.4C4.3 18.2 12.3 18.2 12.3 15.4V8.2M4.3 11.8C4.3 14.6 12.3 14.6 12.3 11.8M12.3 12.2C13.4 10.6 19.7 10.7 19.7 13S13.2 15.6 12.3 14M19.7 13V16.4C19.7 18.6 13.6 18.9 12.3 17',
  },
  /** Hourglass. */
  term: {
    color: BLUE,
    filled: 'M9.2 18.6L12 15.4L14.8 18.6Z',
    lines: 'M6.8 4.6H17.2M6.8 19.4H17.2M8 4.6V7.8L12 12L16 7.8V4.6M8 19.4V16.2L12 12L16 16.2V19.4',
  },
  /** Open palm of a hand on a shield. */
  cancellation: {
    color: BLACK,
    lines:
      'M12 3.4L19.2 5.8V11.4C19.2 15.8 16.2 18.9 12 20.6C7.8 18.9 4.8 15.8 4.8 11.4V5.8ZM9.4 12.6V9M11.1 11.4V7.4M12.9 11.4V7.4M14.6 12.6V8.8M9.4 12.2C9.2 14.6 10 16.6 12 16.6S14.8 14.6 14.6 12.2',
  },
};
