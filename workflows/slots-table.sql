-- The table of the sample "Receptionist": one row for each appointment that can be booked.
CREATE TABLE IF NOT EXISTS slots (
	day date,
	time text,
	booked_by text,
	caller_number text,
	session_id text,
	booked_at timestamptz,
	PRIMARY KEY (day, time)
);

-- If no slot is left: the next 14 days without weekends, from 9 to 16 o'clock.
INSERT INTO slots (day, time)
SELECT day::date, to_char(hour, 'FM00') || ':00'
FROM generate_series(current_date + 1, current_date + 14, interval '1 day') AS day,
	generate_series(9, 16) AS hour
WHERE extract(isodow FROM day) < 6
	AND NOT EXISTS (SELECT FROM slots AS left_over WHERE left_over.day > current_date);
