-- Chains that somebody added (`quarry chain add`, or the section chains of a configuration).
ALTER TABLE chains {{on_cluster}}
    ADD COLUMN IF NOT EXISTS finality_depth Nullable(UInt64) COMMENT 'blocks below the head that may still be replaced; null: follow.finality_depth',
    ADD COLUMN IF NOT EXISTS explorer_url String DEFAULT '' COMMENT 'of a block explorer, for people';
