-- The keys of the organization, newest first, those that have ended included, and whether their minter is still a member.
{part.api_key_fields}
  AND {after(id:int64 desc)}
ORDER BY id DESC
LIMIT {page.limit}
