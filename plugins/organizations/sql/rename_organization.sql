UPDATE organizations SET name = {name:text} WHERE id = {organization_id:int64}
