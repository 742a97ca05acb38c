import { Part } from './part.mts';
import { randomBytes } from 'node:crypto';
import type { Row } from '../data/database.mts';
import { ApiError } from '../common/errors.mts';

const HOUR_MILLISECONDS = 3_600_000;

const MAILS = {
	verification: { subject: 'Verify your e-mail address', hours: 24 },
	invitation: { subject: 'You are invited to an organization', hours: 7 * 24 },
	reset: { subject: 'Reset your password', hours: 1 },
};
export type MailKind = keyof typeof MAILS;

/** The e-mails of the platform. They go nowhere; the control API shows them. */
export class Mailbox extends Part {
	/** Sends a new token; an earlier one of the same kind to the same address is void from now on. */
	send(recipient: string, kind: MailKind): void {
		const now = this.clock.now();
		this.database.run(
			'UPDATE mails SET spent_at = ? WHERE recipient = ? AND kind = ? AND spent_at IS NULL',
			now,
			recipient,
			kind,
		);
		this.database.insert('mails', {
			seq: this.database.nextSeq('mails'),
			recipient,
			subject: MAILS[kind].subject,
			kind,
			token: randomBytes(24).toString('base64url'),
			created_at: now,
			expires_at: now + MAILS[kind].hours * HOUR_MILLISECONDS,
		});
	}

	/** Spends a token of one of these kinds and gives its mail, or refuses it with a 400. */
	redeem(token: string, kinds: MailKind[]): Row {
		const mail = this.first('mails', { token });
		const now = this.clock.now();
		if (!mail || !kinds.includes(mail.kind) || mail.spent_at !== null || mail.expires_at <= now)
			throw new ApiError(400, 'The token is invalid, expired or already used');
		this.database.update('mails', mail.seq, { spent_at: now });
		return mail;
	}

	/** Every mail in the order they were sent. */
	all(): Row[] {
		return this.database
			.all('SELECT * FROM mails ORDER BY seq')
			.map(({ recipient, subject, kind, token, created_at }) => ({
				at: new Date(created_at).toISOString(),
				to: recipient,
				subject,
				kind,
				token,
			}));
	}
}
