import { Part } from './part.mts';
import { createHash } from 'node:crypto';
import { ApiError } from '../common/errors.mts';
import type { Row } from '../data/database.mts';

/** Whether agents can have a document yet. */
export const DOCUMENT_STATUSES = ['processing', 'ready'];

/** What is known of a document; its content is not kept. */
export interface NewDocument {
	name: string;
	filename: string;
	contentType: string;
	size: number;
	sha256: string;
}

/** Documents, and the agents they are attached to. */
export class KnowledgeBase extends Part {
	/** The document, or the 404 a client gets. */
	require(kbId: string, organizationId: string): Row {
		const values = { kb_id: kbId, organization_id: organizationId };
		return this.rowOr404('documents', values, `Document ${kbId}`);
	}

	add(organizationId: string, document: NewDocument): Row {
		return this.insertNew('documents', 'kb_id', 'kb', {
			organization_id: organizationId,
			name: document.name,
			filename: document.filename,
			content_type: document.contentType,
			size: document.size,
			sha256: document.sha256,
			updated_at: this.clock.now(),
		});
	}

	/** Adds a small text, attached to the agent if one is given. */
	addText(organizationId: string, text: string, agent?: Row): Row {
		const document = this.add(organizationId, {
			name: text,
			filename: `${text.toLowerCase().replaceAll(' ', '-')}.txt`,
			contentType: 'text/plain',
			size: text.length,
			sha256: createHash('sha256').update(text).digest('hex'),
		});
		if (agent) this.assign(agent, [document.kb_id]);
		return document;
	}

	/** Sets the status, whatever it was. */
	force(kbId: string, status: string): Row {
		const document = this.rowOr404('documents', { kb_id: kbId }, `Document ${kbId}`);
		return this.updated('documents', document, { status });
	}

	rename(document: Row, name: string): Row {
		return this.updated('documents', document, { name, updated_at: this.clock.now() });
	}

	remove(document: Row): void {
		this.database.transaction(() => {
			this.database.run('DELETE FROM agent_documents WHERE kb_id = ?', document.kb_id);
			this.database.run('DELETE FROM documents WHERE kb_id = ?', document.kb_id);
		});
	}

	/** Attaches all of the documents, or none if one is unknown. A document that is attached stays attached. */
	assign(agent: Row, kbIds: string[]): string[] {
		for (const kbId of kbIds) {
			if (this.require(kbId, agent.organization_id).status !== 'ready')
				throw new ApiError(409, `Document ${kbId} is still being processed`);
		}
		return this.#change(agent, kbIds, 'INSERT OR IGNORE INTO agent_documents VALUES (?, ?)');
	}

	/** Detaches the documents. One that is not attached is no error. */
	unassign(agent: Row, kbIds: string[]): string[] {
		return this.#change(
			agent,
			kbIds,
			'DELETE FROM agent_documents WHERE agent_id = ? AND kb_id = ?',
		);
	}

	#change(agent: Row, kbIds: string[], sql: string): string[] {
		const documents = kbIds.map((kbId) => this.require(kbId, agent.organization_id));
		return this.database.transaction(() => {
			for (const { kb_id } of documents) this.database.run(sql, agent.agent_id, kb_id);
			return this.database
				.all('SELECT kb_id FROM agent_documents WHERE agent_id = ? ORDER BY kb_id', agent.agent_id)
				.map(({ kb_id }) => kb_id);
		});
	}
}
