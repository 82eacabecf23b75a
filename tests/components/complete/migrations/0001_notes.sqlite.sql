-- recounts: how often the job has counted the note.
CREATE TABLE complete__notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    organization_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    title TEXT NOT NULL,
    version BIGINT NOT NULL,
    recounts BIGINT NOT NULL
);
CREATE UNIQUE INDEX complete__notes_by_title ON complete__notes (organization_id, title);
