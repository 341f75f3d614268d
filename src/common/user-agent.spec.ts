import { shortenUserAgent } from './user-agent.js';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0`, 'Firefox 132, Windows'],
  [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`, 'Edge 130, Windows'],
  [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Chrome 131, Linux'],
  [`${MOZILLA} (Linux; Android 14; Pixel 8) ${WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36`, 'Chrome 130, Android'],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    'Safari 18, macOS',
  ],
  [`${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari 18, iOS'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['node', 'node'],
  ['<script>alert(1)</script>', null],
  ['', null],
  [undefined, null],
  [`Firefox/${'9'.repeat(1000)}`, 'Firefox 99999'],
  ['x'.repeat(10_000), 'x'.repeat(40)],
])('shortens %s to %s', (header, expected) => {
  expect(shortenUserAgent(header)).toBe(expected);
});
