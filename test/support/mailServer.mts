import { type AddressInfo, createServer } from 'node:net';

/** A mail server on this computer that keeps what it gets. */
export interface MailServer {
	port: number;
	/** The source of each message. */
	messages: string[];
	stop(): void;
}

/** Quoted-printable, in which n8n writes its messages → text. */
const textOf = (source: string) =>
	source
		.replace(/=\r\n/g, '')
		.replace(/=([\dA-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));

/** Speaks as much SMTP as n8n's Send Email needs. */
export async function startMailServer(): Promise<MailServer> {
	const messages: string[] = [];
	const server = createServer((socket) => {
		let unread = '';
		let isMessage = false;
		socket.on('error', () => socket.destroy());
		socket.on('data', (data) => {
			unread += data.toString('latin1');
			for (;;) {
				const end = isMessage ? '\r\n.\r\n' : '\r\n';
				const at = unread.indexOf(end);
				if (at < 0) return;
				const part = unread.slice(0, at);
				unread = unread.slice(at + end.length);
				if (isMessage) messages.push(textOf(part));
				isMessage = !isMessage && /^DATA/i.test(part);
				socket.write(
					isMessage ? '354 go on\r\n' : /^QUIT/i.test(part) ? '221 bye\r\n' : '250 ok\r\n',
				);
			}
		});
		socket.write('220 ready\r\n');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { port, messages, stop: () => server.close() };
}
