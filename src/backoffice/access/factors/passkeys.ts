import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';

export interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}

export interface StoredPasskey {
  readonly id: number;
  readonly userId: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: string[];
}

export interface RegisteredPasskey {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

export interface PasskeySignature {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
}

type Descriptor = Pick<StoredPasskey, 'credentialId' | 'transports'>;

interface Registration {
  readonly challenge: string;
  readonly userId: number;
  readonly userName: string;
  readonly displayName: string;
  readonly existing: readonly Descriptor[];
}

// The library takes half a second to load, so only a call with a passkey does it.
const library = (): Promise<typeof import('@simplewebauthn/server')> => import('@simplewebauthn/server');

export function toRelyingParty(root: string, name: string): RelyingParty {
  const { hostname, origin } = new URL(root);
  return { id: hostname, name: name === '' ? hostname : name, origin };
}

export async function buildRegistrationOptions(
  { id, name }: RelyingParty,
  { challenge, userId, userName, displayName, existing }: Registration,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return (await library()).generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(`user ${userId}`),
    userName,
    userDisplayName: displayName,
    challenge,
    attestationType: 'none',
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** `passkeys`: those of the user; empty lets the browser offer all of this host. */
export async function buildSignInOptions(
  { id }: RelyingParty,
  challenge: string,
  passkeys: readonly Descriptor[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await library()).generateAuthenticationOptions({
    rpID: id,
    challenge,
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: passkeys.length === 0 ? 'required' : 'preferred',
  });
}

/** Returns the key of a registration that answers the challenge from a page of this host; null otherwise. */
export async function verifyRegistration(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  challenge: string,
  { id, transports, ...response }: RegisteredPasskey,
): Promise<WebAuthnCredential | null> {
  const { verifyRegistrationResponse } = await library();
  const verified = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: { ...response, transports: [...transports] } },
    expectedChallenge: toBase64Url(challenge),
    expectedOrigin,
    expectedRPID,
    requireUserVerification: false,
  }).catch(() => null);
  return verified?.verified === true ? verified.registrationInfo.credential : null;
}

/** Returns the new count of signatures if the passkey signed the challenge on a page of this host; null otherwise. */
export async function verifySignature(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { challenge, passkey, isAlone }: { readonly challenge: string; readonly passkey: StoredPasskey; readonly isAlone: boolean },
  { id, ...response }: PasskeySignature,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: toBase64Url(challenge),
    expectedOrigin,
    expectedRPID,
    credential: { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
    requireUserVerification: isAlone,
  }).catch(() => null);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : null;
}

function toDescriptor({ credentialId, transports }: Descriptor): { id: string; transports: string[] } {
  return { id: credentialId.toString('base64url'), transports };
}

function toBase64Url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
