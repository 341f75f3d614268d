import { DomainError } from '../common/domain-error.js';
import { ErrorCode } from '../common/error-codes.js';
import { retryWhileUnavailable } from './retry-while-unavailable.js';

function failing(...errors: Error[]): () => Promise<number> {
  let attempts = 0;
  return () => {
    const error = errors[attempts];
    attempts += 1;
    return error === undefined ? Promise.resolve(attempts) : Promise.reject(error);
  };
}

const unavailable = (): DomainError => new DomainError(ErrorCode.UNAVAILABLE);

describe('retryWhileUnavailable', () => {
  it('repeats the work until the database responds', async () => {
    await expect(retryWhileUnavailable(failing(unavailable(), unavailable()), { attempts: 3, pauseMs: 0 })).resolves.toBe(3);
  });

  it('throws the error of the last attempt', async () => {
    const last = unavailable();
    await expect(retryWhileUnavailable(failing(unavailable(), last), { attempts: 2, pauseMs: 0 })).rejects.toBe(last);
  });

  it('throws any other error at once', async () => {
    const error = new DomainError(ErrorCode.INVALID);
    await expect(retryWhileUnavailable(failing(error), { attempts: 3, pauseMs: 0 })).rejects.toBe(error);
  });
});
