-- Figures of one column of the tokens.
{part.cell_figures}
FROM (
    SELECT cell, toInt256OrNull(cell) AS number, place FROM (
        SELECT multiIf(
            {column:text} = 'chain_id', toString(tokens.chain_id),
            {column:text} = 'address', concat('0x', lower(hex(tokens.address))),
            {column:text} = 'symbol', toString(tokens.symbol),
            {column:text} = 'name', toString(tokens.name),
            {column:text} = 'decimals', toString(tokens.decimals),
            NULL) AS cell,
            (tokens.chain_id, tokens.address) AS place
        FROM tokens FINAL
        WHERE TRUE
          AND tokens.chain_id = {chain_id:uint64}                                            -- when chain_id
          AND (empty({addresses:bytes[]}) OR tokens.address IN {addresses:bytes[]})
    )
)
