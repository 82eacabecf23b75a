-- How far jobs have followed what they follow, part by part. version: of the warehouse's rows. looked_at: when the part was looked at last.
-- turn: raised by each run that begins at the part, so that one that was overtaken writes nothing.
CREATE TABLE job_marks (
    component {key_text} NOT NULL,
    job {key_text} NOT NULL,
    part {key_text} NOT NULL,
    version BIGINT NOT NULL,
    looked_at BIGINT NOT NULL,
    turn BIGINT NOT NULL,
    PRIMARY KEY (component, job, part)
);

-- The marks that alerts and citations kept by themselves. Hosts of the release before go on with theirs while a deployment rolls, so
-- alert_marks and citation_watch go in a later release.
INSERT INTO job_marks (component, job, part, version, looked_at, turn)
SELECT 'alerts', 'evaluate_alerts', source || CASE WHEN chain_id = 0 THEN '' ELSE '/' || CAST(chain_id AS TEXT) END, version, looked_at, 0
FROM alert_marks;
INSERT INTO job_marks (component, job, part, version, looked_at, turn)
SELECT 'citations', 'watch_for_changes', '', seen_version, 0, 0 FROM citation_watch WHERE seen_version > 0;
