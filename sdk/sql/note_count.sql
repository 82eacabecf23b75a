SELECT count(*) AS notes FROM field_notes__notes WHERE organization_id = {caller_organization_id:int64}
