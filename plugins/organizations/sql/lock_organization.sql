-- Changes of roles come one after the other, so that two owners who leave at once do not leave nobody.
UPDATE organizations SET status = status WHERE id = {organization_id:int64}
