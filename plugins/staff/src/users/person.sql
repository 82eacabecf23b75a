{part.person_fields}
WHERE people.id = {id:int64}
