-- Names of spaces and of properties leave the audit entries that were written while entries still had them: an organization's admins read
-- the log, and a space is its members'. What says which property it was stays, and how many options it had.
UPDATE audit_entries SET before = NULL, after = NULL
WHERE component = 'spaces' AND action IN ('space.created', 'space.renamed');

UPDATE audit_entries SET
    before = CASE WHEN json_type(before, '$.name') IS NULL THEN before ELSE json_object(
        'id', json_extract(before, '$.id'), 'kind', json_extract(before, '$.kind'),
        'options', CASE json_type(before, '$.options') WHEN 'array' THEN json_array_length(before, '$.options') END) END,
    after = CASE WHEN json_type(after, '$.name') IS NULL THEN after ELSE json_object(
        'id', json_extract(after, '$.id'), 'kind', json_extract(after, '$.kind'),
        'options', CASE json_type(after, '$.options') WHEN 'array' THEN json_array_length(after, '$.options') END) END
WHERE component = 'spaces' AND action IN ('space_property.created', 'space_property.changed', 'space_property.removed');
