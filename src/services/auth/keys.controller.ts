import { Header, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { Config } from '../../config/config.js';
import { getCall } from '../../gateway/call/call.js';
import { CurrentCall, JsonBody, NotStored, ServiceController, WritesKeys, type UserCall } from '../../gateway/handler/decorators.js';
import { KeyRotationService } from './key-rotation.service.js';
import { OwnKeyRotationRequest, RotatedKeyResponse } from './keys.dto.js';

@ServiceController('auth-api', 'resources/keys')
export class KeysController {
  constructor(
    private readonly rotations: KeyRotationService,
    private readonly config: Config,
  ) {}

  /**
   * Rotate the API key of this call. Only this response contains the new key.
   * The old key works until the overlap is over. User-keys, tokens and limits belong to the program and stay.
   */
  @Post('rotate')
  @WritesKeys()
  @NotStored('api_key')
  @Header('Cache-Control', 'no-store')
  @ApiBody({ type: OwnKeyRotationRequest, required: false })
  async rotateOwnKey(@CurrentCall() { caller, request }: UserCall, @JsonBody() body: OwnKeyRotationRequest): Promise<RotatedKeyResponse> {
    const overlapHours = body.overlap_hours ?? this.config.apiKeys.overlapHours;
    const { key, previousExpiresAt, apiKey } = await this.rotations.rotate(caller, getCall(request).address, overlapHours);
    return {
      api_key: apiKey,
      key_prefix: key.prefix,
      expires_at: key.expiresAt?.toISOString() ?? null,
      previous_key_prefix: caller.keyPrefix,
      previous_expires_at: previousExpiresAt.toISOString(),
    };
  }
}
