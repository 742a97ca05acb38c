/** Every table. */
export const TABLES = [
	'settings',
	'organizations',
	'users',
	'logins',
	'mails',
	'agents',
	'agent_versions',
	'agent_tools',
	'custom_functions',
	'questions',
	'documents',
	'agent_documents',
	'calls',
	'campaigns',
	'contacts',
	'bookings',
	'callbacks',
	'transfers',
	'phone_numbers',
	'subscriptions',
	'transactions',
	'topups',
	'invoices',
] as const;

/** The statuses of calls that are over and reached nobody, for SQL. */
export const NOT_REACHED = "'no_answer', 'busy', 'voicemail', 'failed'";

/** The SQL that makes the tables and their indexes. Times are milliseconds since 1970. */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS organizations (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	name TEXT NOT NULL,
	website TEXT,
	country TEXT,
	vat_number TEXT,
	profile TEXT NOT NULL DEFAULT '{}',
	credits INTEGER NOT NULL DEFAULT 0,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS users (
	seq INTEGER PRIMARY KEY,
	user_id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	email TEXT NOT NULL UNIQUE,
	password_hash TEXT NOT NULL,
	role TEXT NOT NULL,
	status TEXT NOT NULL DEFAULT 'active',
	profile TEXT NOT NULL DEFAULT '{}',
	email_verified INTEGER NOT NULL,
	mfa_enabled INTEGER NOT NULL DEFAULT 0,
	totp_secret TEXT,
	backup_codes TEXT NOT NULL DEFAULT '[]',
	used_steps TEXT NOT NULL DEFAULT '[]',
	refused_in_a_row INTEGER NOT NULL DEFAULT 0,
	locked_until INTEGER NOT NULL DEFAULT 0,
	password_accepted_at INTEGER,
	created_at INTEGER NOT NULL,
	last_login_at INTEGER
);
CREATE INDEX IF NOT EXISTS users_by_time ON users (organization_id, created_at, user_id);
CREATE TABLE IF NOT EXISTS logins (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	user_id TEXT NOT NULL,
	step TEXT NOT NULL,
	success INTEGER NOT NULL,
	reason TEXT,
	created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS logins_by_user ON logins (user_id, created_at, id);
CREATE TABLE IF NOT EXISTS mails (
	seq INTEGER PRIMARY KEY,
	recipient TEXT NOT NULL,
	subject TEXT NOT NULL,
	kind TEXT NOT NULL,
	token TEXT NOT NULL UNIQUE,
	created_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	spent_at INTEGER
);
CREATE TABLE IF NOT EXISTS agents (
	seq INTEGER PRIMARY KEY,
	agent_id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	name TEXT NOT NULL,
	industry TEXT,
	use_case TEXT,
	voice_id TEXT,
	instructions TEXT,
	language TEXT,
	phone_number TEXT,
	configuration TEXT NOT NULL DEFAULT '{}',
	analysis TEXT NOT NULL DEFAULT '{}',
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	deleted_at INTEGER
);
CREATE INDEX IF NOT EXISTS agents_by_time ON agents (organization_id, deleted_at, created_at, agent_id);
CREATE TABLE IF NOT EXISTS agent_versions (
	seq INTEGER PRIMARY KEY,
	agent_id TEXT NOT NULL,
	version INTEGER NOT NULL,
	change TEXT NOT NULL,
	changed_by TEXT,
	configuration TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	UNIQUE (agent_id, version)
);
CREATE TABLE IF NOT EXISTS agent_tools (
	seq INTEGER PRIMARY KEY,
	agent_id TEXT NOT NULL,
	tool_id TEXT NOT NULL,
	enabled INTEGER NOT NULL,
	configuration TEXT NOT NULL,
	updated_at INTEGER NOT NULL,
	UNIQUE (agent_id, tool_id)
);
CREATE TABLE IF NOT EXISTS custom_functions (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	agent_id TEXT NOT NULL,
	name TEXT NOT NULL,
	description TEXT,
	url TEXT NOT NULL,
	method TEXT NOT NULL,
	headers TEXT NOT NULL,
	parameters TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	UNIQUE (agent_id, name)
);
CREATE INDEX IF NOT EXISTS custom_functions_by_agent ON custom_functions (agent_id, created_at, id);
CREATE TABLE IF NOT EXISTS questions (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	function_id TEXT NOT NULL,
	function TEXT NOT NULL,
	conversation TEXT NOT NULL,
	arguments TEXT NOT NULL,
	sent TEXT NOT NULL,
	status TEXT NOT NULL,
	outcome TEXT NOT NULL DEFAULT '{}',
	created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS documents (
	seq INTEGER PRIMARY KEY,
	kb_id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	name TEXT NOT NULL,
	filename TEXT NOT NULL,
	content_type TEXT NOT NULL,
	size INTEGER NOT NULL,
	sha256 TEXT NOT NULL,
	status TEXT NOT NULL DEFAULT 'ready',
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS documents_by_time ON documents (organization_id, created_at, kb_id);
CREATE TABLE IF NOT EXISTS agent_documents (
	agent_id TEXT NOT NULL,
	kb_id TEXT NOT NULL,
	PRIMARY KEY (agent_id, kb_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS calls (
	seq INTEGER PRIMARY KEY,
	call_id TEXT NOT NULL UNIQUE,
	session_id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	agent_name TEXT NOT NULL,
	campaign_id TEXT,
	contact_seq INTEGER,
	attempt INTEGER NOT NULL,
	scenario INTEGER,
	direction TEXT NOT NULL,
	status TEXT NOT NULL,
	from_number TEXT,
	to_number TEXT NOT NULL,
	first_name TEXT,
	last_name TEXT,
	variables TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	started_at INTEGER,
	ended_at INTEGER,
	duration_seconds INTEGER NOT NULL DEFAULT 0,
	credits INTEGER NOT NULL DEFAULT 0,
	recording_bytes INTEGER,
	overrides TEXT,
	asked TEXT
);
CREATE INDEX IF NOT EXISTS calls_by_time ON calls (organization_id, created_at, call_id);
CREATE INDEX IF NOT EXISTS calls_by_arrival ON calls (organization_id, seq);
CREATE INDEX IF NOT EXISTS calls_by_agent ON calls (organization_id, agent_id, created_at, call_id);
CREATE INDEX IF NOT EXISTS calls_by_campaign ON calls (organization_id, campaign_id, created_at, call_id) WHERE campaign_id IS NOT NULL;
CREATE INDEX IF NOT EXISTS calls_by_status ON calls (organization_id, status, created_at, call_id);
CREATE INDEX IF NOT EXISTS calls_not_reached ON calls (organization_id, to_number) WHERE status IN (${NOT_REACHED});
CREATE TABLE IF NOT EXISTS campaigns (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	name TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	status TEXT NOT NULL,
	settings TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	started_at INTEGER,
	finished_at INTEGER
);
CREATE INDEX IF NOT EXISTS campaigns_by_time ON campaigns (organization_id, created_at, id);
CREATE TABLE IF NOT EXISTS contacts (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	campaign_id TEXT NOT NULL,
	phone_number TEXT NOT NULL,
	first_name TEXT,
	last_name TEXT,
	variables TEXT NOT NULL,
	status TEXT NOT NULL DEFAULT 'pending',
	attempts INTEGER NOT NULL DEFAULT 0,
	not_before INTEGER NOT NULL DEFAULT 0,
	call_id TEXT,
	session_id TEXT,
	outcome TEXT,
	duration_seconds INTEGER NOT NULL DEFAULT 0,
	created_at INTEGER NOT NULL,
	called_at INTEGER
);
CREATE INDEX IF NOT EXISTS contacts_by_status ON contacts (campaign_id, status, seq);
CREATE INDEX IF NOT EXISTS contacts_by_time ON contacts (campaign_id, created_at, id);
CREATE TABLE IF NOT EXISTS bookings (
	seq INTEGER PRIMARY KEY,
	booking_id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	call_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	campaign_id TEXT,
	attendee_name TEXT,
	phone_number TEXT NOT NULL,
	starts_at INTEGER NOT NULL,
	created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS bookings_by_time ON bookings (organization_id, created_at, booking_id);
CREATE INDEX IF NOT EXISTS bookings_by_agent ON bookings (organization_id, agent_id, created_at, booking_id);
CREATE TABLE IF NOT EXISTS callbacks (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	phone_number TEXT NOT NULL,
	first_name TEXT,
	last_name TEXT,
	notes TEXT,
	status TEXT NOT NULL DEFAULT 'scheduled',
	call_id TEXT,
	scheduled_at INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS callbacks_by_time ON callbacks (organization_id, status, created_at, id);
CREATE TABLE IF NOT EXISTS transfers (
	seq INTEGER PRIMARY KEY,
	transfer_id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	call_id TEXT NOT NULL,
	session_id TEXT NOT NULL,
	agent_id TEXT NOT NULL,
	campaign_id TEXT,
	phone_number TEXT NOT NULL,
	transferred_to TEXT NOT NULL,
	reason TEXT NOT NULL,
	status TEXT NOT NULL,
	created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS transfers_by_time ON transfers (organization_id, created_at, transfer_id);
CREATE INDEX IF NOT EXISTS transfers_by_agent ON transfers (organization_id, agent_id, created_at, transfer_id);
CREATE TABLE IF NOT EXISTS phone_numbers (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	phone_number TEXT NOT NULL,
	country TEXT NOT NULL,
	status TEXT NOT NULL,
	agent_id TEXT,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS phone_numbers_by_time ON phone_numbers (organization_id, created_at, id);
CREATE INDEX IF NOT EXISTS phone_numbers_by_number ON phone_numbers (phone_number);
CREATE INDEX IF NOT EXISTS phone_numbers_by_agent ON phone_numbers (agent_id) WHERE agent_id IS NOT NULL;
CREATE TABLE IF NOT EXISTS subscriptions (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	phone_number_id TEXT NOT NULL,
	phone_number TEXT NOT NULL,
	status TEXT NOT NULL,
	monthly_credits INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	cancelled_at INTEGER
);
CREATE INDEX IF NOT EXISTS subscriptions_by_time ON subscriptions (organization_id, created_at, id);
CREATE INDEX IF NOT EXISTS subscriptions_by_number ON subscriptions (phone_number_id);
CREATE TABLE IF NOT EXISTS transactions (
	seq INTEGER PRIMARY KEY,
	transaction_id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	type TEXT NOT NULL,
	feature TEXT NOT NULL,
	credits INTEGER NOT NULL,
	balance_after INTEGER NOT NULL,
	description TEXT NOT NULL,
	reference TEXT,
	created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS transactions_by_time ON transactions (organization_id, created_at, transaction_id);
CREATE TABLE IF NOT EXISTS topups (
	seq INTEGER PRIMARY KEY,
	topup_id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	provider TEXT NOT NULL,
	plan_id TEXT,
	credits INTEGER NOT NULL,
	price REAL NOT NULL,
	currency TEXT NOT NULL,
	status TEXT NOT NULL DEFAULT 'pending',
	created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS invoices (
	seq INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	organization_id TEXT NOT NULL,
	number TEXT NOT NULL,
	status TEXT NOT NULL,
	description TEXT NOT NULL,
	credits INTEGER NOT NULL,
	amount REAL NOT NULL,
	currency TEXT NOT NULL,
	country TEXT,
	vat_number TEXT,
	created_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS invoices_by_time ON invoices (organization_id, created_at, id);
`;
