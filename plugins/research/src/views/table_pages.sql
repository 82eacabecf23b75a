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
      {part.sort_value}
      {part.passing_pages}
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
