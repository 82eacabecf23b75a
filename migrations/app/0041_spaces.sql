-- Spaces: what people research together lies in one. Each account has a personal space; personal_user_id: whose it is, null of
-- the others.
CREATE TABLE spaces (
    id {id},
    name {key_text} NOT NULL,
    personal_user_id BIGINT UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL
);

CREATE TABLE space_members (
    id {id},
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role {key_text} NOT NULL CHECK (role IN ('owner', 'editor', 'commenter', 'viewer')),
    created_at BIGINT NOT NULL,
    UNIQUE (space_id, user_id)
);
CREATE INDEX space_members_by_user ON space_members (user_id, space_id);

-- The space in which a person works; without a row the personal one. It goes with the membership.
CREATE TABLE active_spaces (
    user_id BIGINT PRIMARY KEY NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    space_id BIGINT NOT NULL,
    FOREIGN KEY (space_id, user_id) REFERENCES space_members (space_id, user_id) ON DELETE CASCADE
);
CREATE INDEX active_spaces_by_space ON active_spaces (space_id, user_id);

-- The property schema of a space's pages. options: a JSON list of texts, of a select alone.
CREATE TABLE space_properties (
    id {id},
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    name {key_text} NOT NULL,
    kind {key_text} NOT NULL CHECK (kind IN ('text', 'number', 'select', 'date', 'person', 'relation')),
    options TEXT,
    created_at BIGINT NOT NULL,
    CHECK ((kind = 'select') = (options IS NOT NULL)),
    UNIQUE (space_id, name),
    UNIQUE (id, space_id, kind)
);

-- What a page has of a property: one column a kind, and the kind is that of the property. date_value: the day as
-- YYYY-MM-DD. person_user_id: somebody. related_page_id: another page.
CREATE TABLE space_property_values (
    property_id BIGINT NOT NULL,
    page_id BIGINT NOT NULL,
    space_id BIGINT NOT NULL,
    kind {key_text} NOT NULL,
    text_value TEXT,
    number_value DOUBLE PRECISION,
    option_value TEXT,
    date_value {key_text},
    person_user_id BIGINT REFERENCES users (id) ON DELETE CASCADE,
    related_page_id BIGINT,
    PRIMARY KEY (property_id, page_id),
    FOREIGN KEY (property_id, space_id, kind) REFERENCES space_properties (id, space_id, kind) ON DELETE CASCADE,
    CHECK ((kind = 'text') = (text_value IS NOT NULL)),
    CHECK ((kind = 'number') = (number_value IS NOT NULL)),
    CHECK ((kind = 'select') = (option_value IS NOT NULL)),
    CHECK ((kind = 'date') = (date_value IS NOT NULL)),
    CHECK ((kind = 'person') = (person_user_id IS NOT NULL)),
    CHECK ((kind = 'relation') = (related_page_id IS NOT NULL))
);
CREATE INDEX space_property_values_by_space ON space_property_values (space_id, page_id);
CREATE INDEX space_property_values_by_person ON space_property_values (person_user_id);

-- What people noted about a value: value is lower-case hex behind 0x. author_user_id: null where the account is gone.
CREATE TABLE value_notes (
    id {id},
    space_id BIGINT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
    value {key_text} NOT NULL,
    content TEXT NOT NULL,
    color TEXT NOT NULL,
    author_user_id BIGINT REFERENCES users (id) ON DELETE SET NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX value_notes_by_value ON value_notes (space_id, value, id);
CREATE INDEX value_notes_by_author ON value_notes (author_user_id);

-- Who has an account by which email, in the form in which it is looked up.
CREATE VIEW account_emails AS SELECT id AS user_id, email_key FROM users WHERE disabled_at IS NULL;
