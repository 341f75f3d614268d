/** Gateway and keys of an integrator's environment. */
export interface GatewayAccess {
  readonly url?: string;
  readonly apiKey?: string;
  readonly userKey?: string;
  /** PEM file of the certificate's authority. */
  readonly caFile?: string;
}

export function readGatewayAccess(variables: Readonly<Record<string, string | undefined>> = process.env): GatewayAccess {
  const given = (name: string): string | undefined => variables[name]?.trim() || undefined;
  return {
    url: given('GATEWAY_URL'),
    apiKey: given('GATEWAY_API_KEY'),
    userKey: given('GATEWAY_USER_KEY'),
    caFile: given('GATEWAY_CA_FILE'),
  };
}
