import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A minimal mail server. `answer` is its reply to a recipient. */
export class MailServer {
  readonly mails: string[] = [];
  /** Received `MAIL FROM` and `RCPT TO` commands. */
  readonly envelopes: string[] = [];
  /** Closes the connection instead of accepting the mail. */
  dropsMails = false;
  /** Delay of the acceptance of each mail. */
  acceptsAfterMs = 0;
  private readonly server: Server = createServer((socket) => this.talk(socket));

  constructor(public answer = '250 ok') {}

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
  }

  private talk(socket: Socket): void {
    let mail: string | null = null;
    let rest = '';
    socket.on('error', () => undefined).setEncoding('utf8');
    socket.write('220 test\r\n');
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (mail !== null && line !== '.') mail += `${line}\n`;
        else if (mail !== null) {
          this.mails.push(mail);
          mail = null;
          if (this.dropsMails) socket.destroy();
          else setTimeout(() => socket.write('250 kept\r\n'), this.acceptsAfterMs);
        } else if (line === 'DATA') {
          mail = '';
          socket.write('354 go on\r\n');
        } else {
          if (/^(?:MAIL|RCPT) /.test(line)) this.envelopes.push(line);
          socket.write(line.startsWith('RCPT') ? `${this.answer}\r\n` : '250 ok\r\n');
        }
      }
    });
  }
}
