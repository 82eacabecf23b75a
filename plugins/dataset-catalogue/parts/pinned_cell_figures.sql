-- What is told of cells that have a block, of rows up to the pinned blocks: when the newest was, and the newest block of each chain.
{part.cell_figures}
    , max(taken_at) AS as_of, maxMappedArrays([taken_chain], [taken_block]) AS newest_blocks
