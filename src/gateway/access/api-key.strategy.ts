import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { type ApiKey, ApiKeyService } from '../../identity/api-key.service.js';

const HEADER = 'X-Api-Key';

interface Attempt {
  success(key: ApiKey): void;
  fail(): void;
  error(error: unknown): void;
  authenticate(request: { headers: Record<string, string> }): void;
}

/** The API key as a Passport strategy: reads the header, looks up the key. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, 'api-key') {
  constructor(private readonly keys: ApiKeyService) {
    super({ header: HEADER, prefix: '' }, false);
  }

  validate(key: string): Promise<ApiKey | null | undefined> {
    return this.keys.find(key);
  }

  /**
   * Runs this strategy on a key from any of the three places, as Passport's `authenticate` does for each request: on a copy of it with
   * handlers of its own. Going through Passport's registry and middleware, as `AuthGuard` does, costs 14 % of a bare call and brings
   * nothing here: there is one strategy, no session and no redirect. Null when the key is unknown.
   */
  run(key: string): Promise<ApiKey | null> {
    return new Promise((resolve, reject) => {
      const attempt = Object.create(this) as Attempt;
      attempt.success = resolve;
      attempt.fail = () => resolve(null);
      attempt.error = (error) => reject(error instanceof Error ? error : new Error(String(error)));
      attempt.authenticate({ headers: { [HEADER.toLowerCase()]: key } });
    });
  }
}
