import type { ServerOptions } from 'node:http';
import type { SecureContextOptions, TlsOptions } from 'node:tls';

export const SERVER_OPTIONS = {
  // Longer than the idle time of load balancers, so they close first.
  keepAliveTimeout: 65_000,
  headersTimeout: 20_000,
  // Enough for an upload of 3 MB at 25 KB/s.
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
  noDelay: true,
  // Node would reject a missing Host without our headers.
  requireHostHeader: false,
} as const satisfies ServerOptions;

export const SECURE_CONTEXT = {
  minVersion: 'TLSv1.2',
  ciphers: [
    'TLS_AES_128_GCM_SHA256',
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
  ].join(':'),
} as const satisfies SecureContextOptions;

export const TLS_OPTIONS = {
  ...SECURE_CONTEXT,
  handshakeTimeout: 20_000,
} as const satisfies TlsOptions;
