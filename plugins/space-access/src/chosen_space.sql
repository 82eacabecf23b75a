-- The space that the body names, otherwise the active one, otherwise the personal one.
SELECT member.space_id AS tenant
{part.membership_in_chosen_space}
