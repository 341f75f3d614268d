import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;
/** Begin of a COSE key: EC2, ES256, P-256, and then x and y of 32 bytes each. */
const COSE_HEAD = Buffer.from('a5010203262001', 'hex');
const CBOR_BYTES_32 = Buffer.from('5820', 'hex');

const toText = (bytes: Buffer): string => bytes.toString('base64url');
const hashOf = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** Options that the server sends to the browser. */
export interface PasskeyOptions {
  readonly challenge: string;
}

/** A passkey in software (ES256). Signs for its origin. */
export class TestPasskey {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = toText(randomBytes(32));
  signCount = 0;

  constructor(
    private readonly origin: string,
    /** Whether it asks its owner for a PIN or a finger. */
    private readonly verifiesUser = true,
  ) {}

  register({ challenge }: PasskeyOptions): object {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([
      COSE_HEAD,
      Buffer.from('21', 'hex'),
      CBOR_BYTES_32,
      Buffer.from(x, 'base64url'),
      Buffer.from('22', 'hex'),
      CBOR_BYTES_32,
      Buffer.from(y, 'base64url'),
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([this.buildHead(HAS_KEY), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    // { fmt: 'none', attStmt: {}, authData }
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x58, authData.length]),
      authData,
    ]);
    return {
      id: this.id,
      clientDataJSON: toText(this.buildClientData('webauthn.create', challenge)),
      attestationObject: toText(attestation),
      transports: ['internal'],
    };
  }

  sign({ challenge }: PasskeyOptions): Record<'id' | 'clientDataJSON' | 'authenticatorData' | 'signature', string> {
    this.signCount += 1;
    const authData = this.buildHead(0);
    const clientData = this.buildClientData('webauthn.get', challenge);
    const signature = createSign('sha256')
      .update(Buffer.concat([authData, hashOf(clientData)]))
      .sign(this.keys.privateKey);
    return {
      id: this.id,
      clientDataJSON: toText(clientData),
      authenticatorData: toText(authData),
      signature: toText(signature),
    };
  }

  private buildHead(more: number): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.signCount);
    const flags = USER_PRESENT | (this.verifiesUser ? USER_VERIFIED : 0) | more;
    return Buffer.concat([hashOf(new URL(this.origin).hostname), Buffer.from([flags]), count]);
  }

  private buildClientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }
}
