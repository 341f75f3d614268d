/** The little of nodemailer (which ships no types) that is used here. */
declare module 'nodemailer' {
  export interface Message {
    readonly from: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
  }
  export interface Transporter {
    sendMail(message: Message): Promise<unknown>;
    close(): void;
  }
  export interface TransportOptions {
    readonly url: string;
    readonly pool: boolean;
    readonly maxConnections: number;
    readonly connectionTimeout: number;
    readonly greetingTimeout: number;
    readonly socketTimeout: number;
    readonly disableFileAccess: boolean;
    readonly disableUrlAccess: boolean;
  }
  export function createTransport(options: TransportOptions): Transporter;
}
