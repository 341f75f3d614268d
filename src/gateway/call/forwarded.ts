import { Injectable } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { Config } from '../../config/config.js';
import { AddressList, formatAddress } from '../../common/addresses.js';
import { findFingerprint } from './client-certificate.js';

const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/;

@Injectable()
export class Forwarded {
  private readonly trusted: AddressList | null;
  private readonly certificateHeader: string | null;

  constructor(config: Config) {
    this.certificateHeader = config.clientCertHeader;
    this.trusted = config.trustProxy.length === 0 ? null : new AddressList(config.trustProxy);
  }

  isHttps(request: IncomingMessage): boolean {
    const claimed = request.headers['x-forwarded-proto'];
    if (claimed !== undefined && this.trusts(formatAddress(request.socket.remoteAddress)))
      return typeof claimed === 'string' && claimed.toLowerCase() === 'https';
    return (request.socket as TLSSocket).encrypted === true;
  }

  /** Returns the last hop that is not a trusted proxy. Null if a trusted proxy names no address. */
  clientAddress(request: IncomingMessage): string | null {
    let address = formatAddress(request.socket.remoteAddress);
    const header = request.headers['x-forwarded-for'];
    if (header === undefined) return address;
    const hops = (Array.isArray(header) ? header.join(',') : header).split(',');
    while (this.trusts(address) && hops.length > 0) address = getHopAddress(hops.pop()!.trim());
    return address;
  }

  findCertificate(request: IncomingMessage): string | null {
    if (this.certificateHeader === null || !this.trusts(formatAddress(request.socket.remoteAddress))) return null;
    const stated = request.headers[this.certificateHeader];
    return typeof stated === 'string' ? findFingerprint(stated) : null;
  }

  private trusts(address: string | null): boolean {
    return address !== null && this.trusted !== null && this.trusted.has(address);
  }
}

function getHopAddress(hop: string): string | null {
  const match = WITH_PORT.exec(hop);
  return formatAddress(match?.[1] ?? match?.[2] ?? hop);
}
