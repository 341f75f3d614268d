import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { HeaderAPIKeyStrategy } from 'passport-headerapikey';
import { type ApiKey, ApiKeyService } from '../../identity/api-key.service.js';
import { KEY_HEADER } from './key-places.js';

export const API_KEY_STRATEGY = 'api-key';

@Injectable()
export class ApiKeyStrategy extends PassportStrategy(HeaderAPIKeyStrategy, API_KEY_STRATEGY) {
  constructor(private readonly keys: ApiKeyService) {
    super({ header: KEY_HEADER, prefix: '' }, false);
  }

  validate(key: string): Promise<ApiKey | null | undefined> {
    return this.keys.find(key);
  }
}
