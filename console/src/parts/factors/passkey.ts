import type { Schema } from '../../api/schema.js';

/** Asks the browser for a new passkey. Rejects if the user or the browser refuses. */
export async function createPasskey(options: object): Promise<Schema<'RegisteredPasskeyDto'>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  const { id, response } = (
    (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  ).toJSON() as RegistrationResponseJSON;
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, clientDataJSON, attestationObject, transports };
}

/** Asks the browser for the signature of a passkey. Rejects if the user or the browser refuses. */
export async function signWithPasskey(options: object): Promise<Schema<'PasskeySignatureDto'>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  const { id, response } = ((await navigator.credentials.get({ publicKey })) as PublicKeyCredential).toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, clientDataJSON, authenticatorData, signature };
}
