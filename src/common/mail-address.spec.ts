import { isMailAddress, formatMailbox, parseMailbox } from './mail-address.js';

describe('isMailAddress', () => {
  it.each([
    'maria@broker.example',
    'Maria.Papa+claims@broker.example',
    "o'neil_1/x=2@a-b.broker.example",
    'μαρία@ασφάλεια.ελ',
    'a@b.xn--qxam',
    `${'a'.repeat(64)}@x.example`,
  ])('accepts the address %s', (text) => {
    expect(isMailAddress(text)).toBe(true);
  });

  it.each([
    'a:victim@x.example',
    'a:victim@x.example;',
    'undisclosed-recipients:;',
    'group: a@x.example, b@x.example;',
    'a@x.example,b@x.example',
    'a@x.example;b@x.example',
    'a@x.example b@x.example',
    'Maria <a@x.example>',
    '<a@x.example>',
    '"a"@x.example',
    '"a@evil.example"@x.example',
    '"a b"@x.example',
    'a(comment)@x.example',
    'a@(comment)x.example',
    'a@x.example (comment)',
    '@relay.example:a@x.example',
    'a@relay.example@x.example',
    'a\\@evil.example@x.example',
    'a@[127.0.0.1]',
    'a@x.example>\r\nBcc: b@y.example',
    'a@x.example\r\nBcc: b@y.example',
    'a\n@x.example',
    'a@x.example\n',
    'a\u0085@x.example',
    'a\u2028@x.example',
    'a@x.example\u2029',
    'a\u0000@x.example',
    'a\ufeff@x.example',
    'a\u200b@x.example',
    'a\u202e@x.example',
    'a：b@x.example',
    'a，b@x.example',
    'a⑴@x.example',
    'a＠x.example',
    'a\ud800@x.example',
    '.a@x.example',
    'a.@x.example',
    'a..b@x.example',
    'a@x..example',
    'a@-x.example',
    'a@x.example.',
    'a@localhost',
    'a@x.1',
    '@x.example',
    'a@',
    'a',
    '',
    ' a@x.example',
    `${'a'.repeat(65)}@x.example`,
    `a@${'x.'.repeat(130)}example`,
  ])('refuses the address %j', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});

describe('the mailbox parser', () => {
  it.each([
    ['a@localhost', { name: '', address: 'a@localhost' }, 'a@localhost'],
    [' <a@x.example>', { name: '', address: 'a@x.example' }, 'a@x.example'],
    ['Insurer  <a@x.example>', { name: 'Insurer', address: 'a@x.example' }, 'Insurer <a@x.example>'],
    ['"Insurer, Inc." <a@x.example>', { name: 'Insurer, Inc.', address: 'a@x.example' }, '"Insurer, Inc." <a@x.example>'],
  ])('parses %j and writes it back', (text, mailbox, written) => {
    expect(parseMailbox(text)).toEqual(mailbox);
    expect(formatMailbox(mailbox)).toBe(written);
  });
});
