CREATE TABLE complete__lookups (user_id BIGINT NOT NULL PRIMARY KEY, lookups BIGINT NOT NULL);
