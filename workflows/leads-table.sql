-- The table of the sample "Speed to lead".
CREATE TABLE IF NOT EXISTS leads (
	name text,
	phone text,
	email text,
	interest text,
	to_do text,
	reason text,
	outcome text,
	summary text,
	call_id text,
	submitted_at timestamptz
);
