DELETE FROM space_property_values WHERE person_user_id = {user_id:int64}
