-- One key of the organization, and whether its minter is still a member.
{part.api_key_fields}
  AND api_key_list.id = {id:int64}
