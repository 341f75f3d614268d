import { DomainError } from '../../../common/domain-error.js';
import { PASSWORD_CHECK, assertUnlike } from './password-policy.js';

describe('the password policy', () => {
  it.each([
    'four wooden horses sang',
    'ένα μεγάλο μυστικό',
    'Xk8#pQ2!vL9$',
    'password of my grandmother',
    'ab'.repeat(50) + 'and then some',
    '🐎🐎 wooden horses 🐎',
    `x${'ệộậ'.repeat(33)}`.normalize('NFD'),
  ])('accepts the password %s', (password) => {
    expect(PASSWORD_CHECK.accepts(password, {})).toBe(true);
  });

  it.each([
    'elevenchars',
    '🐎'.repeat(11),
    'x'.repeat(129),
    `x${'ệộậ'.repeat(34)}`.normalize('NFD'),
    'Password1234!',
    'PASSWORD PASSWORD',
    '1234567890123',
    'abcdefghijklm',
    'zzzzzzzzzzzzzz',
    'letmein-letmein-1',
    'ΚΩΔΙΚΌΣ 123456',
    12,
    ['password in a list'],
  ])('refuses the password %p', (password) => {
    expect(PASSWORD_CHECK.accepts(password, {})).toBe(false);
  });

  it('refuses the user’s own e-mail address, also when its name is written with other signs', () => {
    const refuse = (password: string): unknown => {
      try {
        assertUnlike(password, 'maria.papadopoulou@x.example', 'new');
        return null;
      } catch (error) {
        return (error as DomainError).violations;
      }
    };
    for (const password of ['MARIA.papadopoulou@x.example', 'maria papadopoulou', 'Maria_Papadopoulou'])
      expect(refuse(password)).toMatchObject([{ path: 'new', code: '-102' }]);
    expect(refuse('maria.papadopoulou likes horses')).toBeNull();
  });
});
