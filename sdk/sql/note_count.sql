SELECT count(*) AS notes FROM field_notes__notes WHERE organization_id = {caller.organization_id:int64}
