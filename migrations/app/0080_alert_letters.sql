-- What people are to read of alerts by letter: a line a firing and person, written with the firing and removed with the letter that has it.
-- kind: taken_back where a reorganisation took back what fired. sentence: what the alert waits for; detail: what was found, one line.
-- held_at: since when it waits for the person's next digest; null of one that nobody has looked at.
CREATE TABLE alert_letter_lines (
    id {id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    alert_type {key_text} NOT NULL CHECK (alert_type IN ('price', 'liquidation', 'chain_event')),
    alert_id BIGINT NOT NULL,
    arming BIGINT NOT NULL,
    kind {key_text} NOT NULL CHECK (kind IN ('fired', 'taken_back')),
    sentence TEXT NOT NULL,
    detail TEXT,
    occurred_at BIGINT NOT NULL,
    held_at BIGINT,
    UNIQUE (user_id, alert_type, alert_id, arming, kind)
);
CREATE INDEX alert_letter_lines_new ON alert_letter_lines (user_id) WHERE held_at IS NULL;
CREATE INDEX alert_letter_lines_held ON alert_letter_lines (user_id, occurred_at) WHERE held_at IS NOT NULL;
CREATE INDEX alert_letter_lines_by_space ON alert_letter_lines (space_id);

-- The digests that were written: one a person and day, however many hosts there are. due_at: 08:00 UTC of the day. Kept for some weeks.
CREATE TABLE alert_digests (
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    due_at BIGINT NOT NULL,
    line_count BIGINT NOT NULL,
    written_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, due_at)
);
