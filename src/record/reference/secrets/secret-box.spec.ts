import { randomBytes } from 'node:crypto';
import { DomainError } from '../../../common/domain-error.js';
import { SecretBox } from './secret-box.js';

const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const [old, next, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)];

describe('SecretBox', () => {
  it('opens what it sealed, and never seals the same way twice', () => {
    const box = new SecretBox([old]);
    const [one, other] = [box.seal(SECRET), box.seal(SECRET)];
    expect(box.open(one)).toBe(SECRET);
    expect(box.open(other)).toBe(SECRET);
    expect(one.equals(other)).toBe(false);
    expect(one.includes(Buffer.from(SECRET))).toBe(false);
    expect(box.open(box.seal(''))).toBe('');
    expect(box.open(box.seal('μυστικό'))).toBe('μυστικό');
  });

  it('seals with the first key and opens with each key, so that keys can be rotated', () => {
    const before = new SecretBox([old]).seal(SECRET);
    const between = new SecretBox([next, old]);
    const after = between.seal(SECRET);
    expect([between.open(before), between.open(after)]).toEqual([SECRET, SECRET]);
    expect([between.isCurrent(before), between.isCurrent(after)]).toEqual([false, true]);
    const rotated = new SecretBox([next]);
    expect([rotated.open(before), rotated.open(after)]).toEqual([null, SECRET]);
    expect(new SecretBox([old]).open(after)).toBeNull();
    expect(between.heads.some((head) => head.equals(before.subarray(0, head.length)))).toBe(true);
    expect(rotated.heads.some((head) => head.equals(before.subarray(0, head.length)))).toBe(false);
  });

  it('opens nothing that another key sealed, that was changed at any byte, or that was cut', () => {
    const box = new SecretBox([old]);
    const sealed = box.seal(SECRET);
    expect(box.open(new SecretBox([foreign]).seal(SECRET))).toBeNull();
    for (let place = 0; place < sealed.length; place++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(box.open(changed)).toBeNull();
      expect(box.open(sealed.subarray(0, place))).toBeNull();
    }
  });

  it('does not accept the head of one key before data that another key sealed', () => {
    const sealed = new SecretBox([foreign]).seal(SECRET);
    const [head] = new SecretBox([old]).heads;
    expect(new SecretBox([old]).open(Buffer.concat([head!, sealed.subarray(head!.length)]))).toBeNull();
  });

  it('without a key refuses to seal, says what the operator must do, and opens nothing', () => {
    const box = new SecretBox([]);
    const seal = (): unknown => box.seal(SECRET);
    expect(seal).toThrow(DomainError);
    expect(seal).toThrow('The operator of the gateway must set SECRETS_KEY first: without it no secret can be stored.');
    expect(box.open(new SecretBox([old]).seal(SECRET))).toBeNull();
    expect(box.isCurrent(new SecretBox([old]).seal(SECRET))).toBe(false);
  });
});
