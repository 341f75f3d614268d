/** A text message to one mobile number. `id` is the same for each attempt, so that a provider can recognise it. */
export interface SmsMessage {
  readonly id: string;
  readonly to: string;
  readonly text: string;
}

export abstract class SmsGateway {
  abstract readonly isAvailable: boolean;

  abstract send(message: SmsMessage): Promise<void>;
}

export class NoSmsGateway extends SmsGateway {
  readonly isAvailable = false;

  override send(): Promise<never> {
    return Promise.reject(new Error('There is no provider of text messages (SMS_PROVIDER).'));
  }
}
