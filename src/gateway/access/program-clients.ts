import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiKey } from '../../identity/api-key.service.js';
import { ProgramClientService } from '../../identity/program-client.service.js';
import { FormReader } from '../body/form-reader.js';
import type { Call } from '../call/call.js';
import { OAuthError } from '../call/oauth-error.js';
import { AMBIGUOUS_KEY, findSentKey } from './key-places.js';
import { assertFormType, parseTokenForm } from '../call/token-form.js';

const MAX_FORM_BYTES = 8 * 1024;

@Injectable()
export class ProgramClients {
  constructor(
    private readonly clients: ProgramClientService,
    private readonly forms: FormReader,
  ) {}

  async authenticate(call: Call, request: Request, response: Response): Promise<ApiKey[]> {
    assertFormType(request);
    const form = parseTokenForm(await this.forms.read(call.address, request, response, MAX_FORM_BYTES), request.headers.authorization);
    const sentKey = findSentKey(request);
    if (sentKey === AMBIGUOUS_KEY) throw new OAuthError('invalid_request', 'Two different API keys were sent.');
    call.tokenForm = form;
    const programId = /^[1-9]\d{0,9}$/.test(form.clientId) ? Number(form.clientId) : 0;
    const client = { programId, userKey: form.clientSecret, environment: call.environment, sentKey };
    const keys = await this.clients.findKeys(client);
    if (keys.length === 0) throw new OAuthError('invalid_client', 'The client is unknown or disabled, or its secret is wrong.');
    return keys;
  }
}
