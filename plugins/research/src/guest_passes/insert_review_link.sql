INSERT INTO page_review_links (token_fingerprint, title, author, body, blocks, citations, files, verified_at, guest_pass_id, space_id,
    created_at, expires_at)
VALUES ({token_fingerprint:bytes}, {title:text},
    COALESCE({author:text?}, (SELECT own.name FROM person_names AS own WHERE own.user_id = {caller.user_id:int64})),
    '', {blocks:text}, {citations:text}, {files:text}, {verified_at:timestamp?}, {guest_pass_id:int64}, {guard.tenant:int64},
    {now:timestamp}, {expires_at:timestamp})
