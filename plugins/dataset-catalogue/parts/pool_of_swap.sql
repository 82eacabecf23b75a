-- The pool of a swap by its key, with its exchange and its two tokens.
known.chain_id AS pool_chain, known.address AS pool_address, toNullable(toString(known.protocol)) AS exchange,
toNullable(known.token0) AS first_token, toNullable(known.token1) AS second_token,
