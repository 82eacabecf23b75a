-- The caller's organization, with 30 KB for each character of the rank.
SELECT memberships.organization_id AS tenant, memberships.role AS rank,
       replace(replace(replace(memberships.role || 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'a', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'),
                       'b', 'ccccccccccccccccccccccccccccccc'), 'c', 'dddd') AS words
FROM memberships
WHERE memberships.organization_id = {caller.organization_id:int64} AND memberships.user_id = {caller.user_id:int64}
