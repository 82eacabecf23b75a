-- What people who listen at /cable are told, by whatever host holds their connection. It is swept after some minutes: who was
-- not there finds it in the operations that the message is about. body: JSON.
CREATE TABLE cable_messages (
    id {id},
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX cable_messages_by_time ON cable_messages (created_at);
CREATE INDEX cable_messages_by_user ON cable_messages (user_id);
