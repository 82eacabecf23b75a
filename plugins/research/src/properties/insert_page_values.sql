INSERT INTO space_property_values (property_id, page_id, space_id, kind, text_value, number_value, option_value, date_value,
    person_user_id, related_page_id)
SELECT value.property_id, {guard.page_id:int64}, {guard.tenant:int64}, value.kind, value.text_value, value.number_value,
    value.option_value, value.date_value, value.person_user_id, value.related_page_id
FROM {values:rows(property_id int64, kind text, text_value text?, number_value float64?, option_value text?, date_value text?, person_user_id int64?, related_page_id int64?)} AS value
