-- The first time stands.
INSERT INTO onboarding_dismissals (user_id, dismissed_at) VALUES ({caller.user_id:int64}, {now:timestamp})
ON CONFLICT (user_id) DO NOTHING
