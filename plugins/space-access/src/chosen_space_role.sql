-- What the caller is in the space that the body names, otherwise in the active one, otherwise in the personal one.
SELECT member.space_id AS tenant, member.role AS rank
{part.membership_in_chosen_space}
