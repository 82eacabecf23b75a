-- The person who is asking.
SELECT person.user_id AS tenant FROM person_names AS person WHERE person.user_id = {caller.user_id:int64}
