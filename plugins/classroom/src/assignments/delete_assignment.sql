DELETE FROM classroom_assignments WHERE organization_id = {guard.tenant:int64} AND id = {guard.assignment_id:int64}
