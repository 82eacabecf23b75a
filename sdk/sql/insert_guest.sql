INSERT INTO field_notes__guests (organization_id, fingerprint, password_hash)
VALUES ({caller.organization_id:int64}, {fingerprint:bytes}, {password_hash:bytes})
