-- Pages of the guard's project by what they have of one field: columns, each with how many it has, and its first pages in the order of
-- another field. A page stands in the column of each of its tags. only: one column, behind a place in it. The values are grouped, though
-- each is there once, because SQLite makes an index of what it has grouped, and goes through the rest for every page. What a page says is
-- read of those that are shown alone: all others are sorted three times.
-- column created_at, updated_at timestamp
SELECT page.id, shown.title, shown.status, shown.created_by_user_id AS author_id,
    coalesce(author.name, 'former member') AS author_name, shown.created_at, shown.updated_at,
    page.missing, page.sort_text, page.sort_number, page.sort_tie,
    page.column_text, page.column_number, page.column_id, page.column_name, page.column_total, page.column_place
FROM (
  SELECT counted.id, counted.missing, counted.sort_text, counted.sort_number, counted.sort_tie,
    counted.column_text, counted.column_number, counted.column_id, counted.column_name, counted.column_total, counted.column_place,
    row_number() OVER (
        PARTITION BY counted.column_place
        ORDER BY counted.missing, CASE WHEN {sign:float64} > 0 THEN counted.sort_text END,
            CASE WHEN {sign:float64} < 0 THEN counted.sort_text END DESC, counted.sort_number, counted.sort_tie) AS place
  FROM (
    SELECT keyed.id, keyed.missing, keyed.sort_text, keyed.sort_number, keyed.sort_tie,
      keyed.column_text, keyed.column_number, keyed.column_id, keyed.column_name,
      count(*) OVER (PARTITION BY keyed.column_text, keyed.column_number, keyed.column_id) AS column_total,
      dense_rank() OVER (
          ORDER BY keyed.is_column, keyed.column_option, keyed.column_number, lower(coalesce(keyed.column_name, keyed.column_text)),
            keyed.column_text, keyed.column_id) AS column_place
    FROM (
      SELECT known.id,
        CASE WHEN sorted.sort_text IS NULL AND sorted.sort_number IS NULL THEN 1 ELSE 0 END AS missing,
        coalesce(sorted.sort_text, '') AS sort_text, coalesce(sorted.sort_number * {sign:float64}, 0.0) AS sort_number,
        known.id * {step:int64} AS sort_tie,
        CASE WHEN grouped.page_id IS NULL THEN 0 ELSE 1 END AS is_column, offered.place AS column_option,
        grouped.text_value AS column_text, grouped.number_value AS column_number, grouped.linked_id AS column_id,
        grouped.linked_name AS column_name
      FROM research_pages AS known
      LEFT JOIN (
        SELECT value.page_id, value.text_value, value.number_value, value.linked_id, value.linked_name
        FROM research_page_values AS value
        WHERE value.space_id = {guard.tenant:int64} AND value.field = {group_field:int64}
        GROUP BY value.page_id, value.text_value, value.number_value, value.linked_id, value.linked_name
      ) AS grouped ON grouped.page_id = known.id
      LEFT JOIN {group_options:rows(name text, place float64)} AS offered ON offered.name = grouped.text_value
      {part.sort_value}
      {part.passing_pages}
    ) AS keyed
    WHERE {only:int64} = 0
      OR (keyed.is_column = {only_is_column:int64} AND coalesce(keyed.column_text, '') = {only_text:text}
        AND coalesce(keyed.column_number, 0.0) = {only_number:float64} AND coalesce(keyed.column_id, 0) = {only_id:int64})
  ) AS counted
  WHERE counted.column_place <= {columns:int64}
    AND ({only:int64} = 0 OR counted.missing > {after_missing:int64} OR (counted.missing = {after_missing:int64} AND (
      CASE WHEN {sign:float64} > 0 THEN counted.sort_text > {after_text:text} ELSE counted.sort_text < {after_text:text} END
      OR (counted.sort_text = {after_text:text} AND (counted.sort_number > {after_number:float64}
        OR (counted.sort_number = {after_number:float64} AND counted.sort_tie > {after_tie:int64}))))))
) AS page
JOIN research_pages AS shown ON shown.id = page.id AND shown.space_id = {guard.tenant:int64}
LEFT JOIN person_names AS author ON author.user_id = shown.created_by_user_id
WHERE page.place <= {pages:int64}
ORDER BY page.column_place, page.place
LIMIT 9000
