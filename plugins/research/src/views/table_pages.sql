-- Pages of the guard's project in the order of one field, those without it last, and of those alone that pass the filters. A filter
-- whose field is 0 stands aside. sort_number and sort_tie have their sign turned where the order falls.
-- column created_at, updated_at timestamp
SELECT page.id, page.title, page.status, page.author_id, page.author_name, page.created_at, page.updated_at,
    page.missing, page.sort_text, page.sort_number, page.sort_tie
FROM (
    SELECT known.id, known.title, known.status, known.created_by_user_id AS author_id,
        coalesce(author.name, 'former member') AS author_name, known.created_at, known.updated_at,
        CASE WHEN sorted.sort_text IS NULL AND sorted.sort_number IS NULL THEN 1 ELSE 0 END AS missing,
        coalesce(sorted.sort_text, '') AS sort_text, coalesce(sorted.sort_number * {sign:float64}, 0.0) AS sort_number,
        known.id * {step:int64} AS sort_tie
      FROM research_pages AS known
      LEFT JOIN person_names AS author ON author.user_id = known.created_by_user_id
      LEFT JOIN (
        SELECT value.page_id,
            min(CASE WHEN {by_place:int64} = 0 THEN substr(lower(coalesce(value.text_value, value.linked_name)), 1, 200) END) AS sort_text,
            min(CASE WHEN {by_place:int64} = 0 THEN value.sort_number ELSE listed.place END) AS sort_number
        FROM research_page_values AS value
        LEFT JOIN {options:rows(name text, place float64)} AS listed ON listed.name = value.text_value
        WHERE value.space_id = {guard.tenant:int64} AND value.field = {sort_field:int64}
        GROUP BY value.page_id
      ) AS sorted ON sorted.page_id = known.id
      WHERE known.space_id = {guard.tenant:int64} AND known.project_id = {guard.project_id:int64} AND known.trashed_at IS NULL
        AND (lower(known.title) LIKE {part:text} ESCAPE '!' OR known.title LIKE {exact:text} ESCAPE '!')
        AND ({field_1:int64} = 0
          OR known.id IN (SELECT value.page_id FROM research_page_values AS value
              WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_1:int64}
                AND (value.text_value IN (SELECT one.text_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 1)
                  OR value.number_value IN (SELECT one.number_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 1)
                  OR value.linked_id IN (SELECT one.linked_id FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 1)))
          OR ({absent_1:int64} = 1 AND known.id NOT IN (SELECT value.page_id FROM research_page_values AS value
              WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_1:int64})))
        AND ({field_2:int64} = 0
          OR known.id IN (SELECT value.page_id FROM research_page_values AS value
              WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_2:int64}
                AND (value.text_value IN (SELECT one.text_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 2)
                  OR value.number_value IN (SELECT one.number_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 2)
                  OR value.linked_id IN (SELECT one.linked_id FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 2)))
          OR ({absent_2:int64} = 1 AND known.id NOT IN (SELECT value.page_id FROM research_page_values AS value
              WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_2:int64})))
        AND ({field_3:int64} = 0
          OR known.id IN (SELECT value.page_id FROM research_page_values AS value
              WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_3:int64}
                AND (value.text_value IN (SELECT one.text_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 3)
                  OR value.number_value IN (SELECT one.number_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 3)
                  OR value.linked_id IN (SELECT one.linked_id FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 3)))
          OR ({absent_3:int64} = 1 AND known.id NOT IN (SELECT value.page_id FROM research_page_values AS value
              WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_3:int64})))
        AND ({field_4:int64} = 0
          OR known.id IN (SELECT value.page_id FROM research_page_values AS value
              WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_4:int64}
                AND (value.text_value IN (SELECT one.text_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 4)
                  OR value.number_value IN (SELECT one.number_value FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 4)
                  OR value.linked_id IN (SELECT one.linked_id FROM {wanted:rows(slot int64, text_value text?, number_value float64?, linked_id int64?)} AS one WHERE one.slot = 4)))
          OR ({absent_4:int64} = 1 AND known.id NOT IN (SELECT value.page_id FROM research_page_values AS value
              WHERE value.space_id = {guard.tenant:int64} AND value.field = {field_4:int64})))
) AS page
WHERE TRUE
-- order rising
  AND {after(missing:int64 asc, sort_text:text asc, sort_number:float64 asc, sort_tie:int64 asc)}
ORDER BY page.missing, page.sort_text, page.sort_number, page.sort_tie
-- order falling
  AND {after(missing:int64 asc, sort_text:text desc, sort_number:float64 asc, sort_tie:int64 asc)}
ORDER BY page.missing, page.sort_text DESC, page.sort_number, page.sort_tie
-- end order
LIMIT {page.limit}
