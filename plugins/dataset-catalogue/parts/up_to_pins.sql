-- Rows up to the pinned blocks of their chain; without pins up to the last block of the range.
AND block_number <= if(empty({pinned_chains:uint64[]}), {block_to:uint64},
    least({block_to:uint64}, {pinned_blocks:uint64[]}[indexOf({pinned_chains:uint64[]}, chain_id)]))
AND (empty({pinned_chains:uint64[]}) OR has({pinned_chains:uint64[]}, chain_id))
