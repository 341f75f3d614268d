import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { type ApiKey, ApiKeyService } from '../../identity/api-key.service.js';
import { KEY_HEADER } from './key-places.js';

/** The name that `AuthGuard` finds the strategy by. */
export const API_KEY_STRATEGY = 'api-key';

/** Passport's strategy for API keys: reads the header and looks up the key. */
@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, API_KEY_STRATEGY) {
  constructor(private readonly keys: ApiKeyService) {
    super({ header: KEY_HEADER, prefix: '' }, false);
  }

  validate(key: string): Promise<ApiKey | null | undefined> {
    return this.keys.find(key);
  }
}
