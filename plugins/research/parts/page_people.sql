-- Who made a page, and who changed it last.
LEFT JOIN person_names AS creator ON creator.user_id = page.created_by_user_id
LEFT JOIN person_names AS editor ON editor.user_id = page.updated_by_user_id
