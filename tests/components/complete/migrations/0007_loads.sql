-- The loads of the warehouse that a job was given. Without a key: one that is given twice stands here twice.
CREATE TABLE complete__loads (version BIGINT NOT NULL);
