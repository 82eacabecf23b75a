-- Names of spaces and of properties leave the audit entries that were written while entries still had them: an organization's admins read
-- the log, and a space is its members'. What says which property it was stays, and how many options it had.
UPDATE audit_entries SET before = NULL, after = NULL
WHERE component = 'spaces' AND action IN ('space.created', 'space.renamed');

UPDATE audit_entries SET
    before = CASE WHEN CAST(before AS JSON) ->> 'name' IS NULL THEN before ELSE CAST(jsonb_build_object(
        'id', CAST(CAST(before AS JSON) ->> 'id' AS BIGINT), 'kind', CAST(before AS JSON) ->> 'kind',
        'options', CASE json_typeof(CAST(before AS JSON) -> 'options') WHEN 'array'
            THEN json_array_length(CAST(before AS JSON) -> 'options') END) AS TEXT) END,
    after = CASE WHEN CAST(after AS JSON) ->> 'name' IS NULL THEN after ELSE CAST(jsonb_build_object(
        'id', CAST(CAST(after AS JSON) ->> 'id' AS BIGINT), 'kind', CAST(after AS JSON) ->> 'kind',
        'options', CASE json_typeof(CAST(after AS JSON) -> 'options') WHEN 'array'
            THEN json_array_length(CAST(after AS JSON) -> 'options') END) AS TEXT) END
WHERE component = 'spaces' AND action IN ('space_property.created', 'space_property.changed', 'space_property.removed');
