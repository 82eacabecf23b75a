SELECT user_id FROM account_emails WHERE email_key = {email_key:text}
