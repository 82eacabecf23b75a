-- For which accounts a component has done what it does with a new account: an account without a row, made by a command or
-- while the component was not loaded, is caught up with.
CREATE TABLE prepared_accounts (
    component TEXT NOT NULL,
    user_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (component, user_id)
);
CREATE INDEX prepared_accounts_by_user ON prepared_accounts (user_id);
