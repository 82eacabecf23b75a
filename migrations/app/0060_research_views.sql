-- Views of a project: how somebody looks at its pages. settings: JSON, what to group, filter, sort and show by. is_shared: whether the
-- space sees it, or its creator alone. It goes with the account that made it, the only one that may change it.
CREATE TABLE research_views (
    id {id},
    space_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    created_by_user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    layout {key_text} NOT NULL CHECK (layout IN ('board', 'table')),
    settings TEXT NOT NULL,
    is_shared BOOLEAN NOT NULL DEFAULT FALSE {truth is_shared},
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    FOREIGN KEY (project_id, space_id) REFERENCES research_projects (id, space_id) ON DELETE CASCADE
);
CREATE INDEX research_views_by_project ON research_views (project_id, id);
CREATE INDEX research_views_by_creator ON research_views (created_by_user_id, project_id);

-- All pages of a project, and all values of a property, however many others the space has.
CREATE INDEX research_pages_of_project ON research_pages (space_id, project_id, id);
CREATE INDEX space_property_values_of_property ON space_property_values (space_id, property_id, page_id);

-- What a page has in each field that pages are grouped, filtered or sorted by: a property, by its number, or one of its own fields, by a
-- number below zero (-1 status, -2 title, -3 tags, -4 author, -5 made, -6 changed). A field without a value has no row, and tags have
-- several. number_value: of times the day since 1970; sort_number: their microseconds. linked_id and linked_name: a person, or a page that
-- is not in the trash. One kind of table in each part, so that a question about one field reads no other.
CREATE VIEW research_page_values AS
SELECT value.space_id AS space_id, value.page_id AS page_id, value.property_id AS field,
    coalesce(value.text_value, value.option_value, value.date_value) {by_bytes} AS text_value,
    value.number_value AS number_value, value.number_value AS sort_number,
    value.person_user_id AS linked_id, person.name {by_bytes} AS linked_name
FROM space_property_values AS value
LEFT JOIN person_names AS person ON person.user_id = value.person_user_id
WHERE value.kind <> 'relation'
UNION ALL
SELECT value.space_id, value.page_id, value.property_id, NULL, NULL, NULL, related.id, related.title {by_bytes}
FROM space_property_values AS value
JOIN research_pages AS related ON related.id = value.related_page_id AND related.space_id = value.space_id
JOIN research_projects AS project ON project.id = related.project_id AND project.space_id = related.space_id
WHERE value.kind = 'relation' AND related.trashed_at IS NULL AND project.trashed_at IS NULL
UNION ALL
SELECT page.space_id, page.id, -1, page.status {by_bytes}, NULL, NULL, NULL, NULL FROM research_pages AS page
UNION ALL
SELECT page.space_id, page.id, -2, page.title {by_bytes}, NULL, NULL, NULL, NULL FROM research_pages AS page
UNION ALL
SELECT tagged.space_id, tagged.page_id, -3, tagged.tag {by_bytes}, NULL, NULL, NULL, NULL FROM research_page_tags AS tagged
UNION ALL
SELECT page.space_id, page.id, -4, NULL, NULL, NULL, person.user_id, person.name {by_bytes}
FROM research_pages AS page JOIN person_names AS person ON person.user_id = page.created_by_user_id
UNION ALL
SELECT page.space_id, page.id, -5, NULL, CAST(page.created_at / 86400000000 AS DOUBLE PRECISION),
    CAST(page.created_at AS DOUBLE PRECISION), NULL, NULL
FROM research_pages AS page
UNION ALL
SELECT page.space_id, page.id, -6, NULL, CAST(page.updated_at / 86400000000 AS DOUBLE PRECISION),
    CAST(page.updated_at AS DOUBLE PRECISION), NULL, NULL
FROM research_pages AS page;
