-- A correction, with the pins of the release that it corrects, while no other correction of that month is under way.
INSERT INTO dataset_releases (dataset, month, correction, reason, status, pins, created_at)
SELECT corrected.dataset, corrected.month, corrected.correction + 1, {reason:text}, 'queued', corrected.pins, {now:timestamp}
FROM dataset_releases AS corrected
WHERE corrected.dataset = {dataset:text} AND corrected.month = {month:text} AND corrected.correction = {correction:int64}
  AND corrected.status = 'ready'
  AND NOT EXISTS (
    SELECT 1 FROM dataset_releases AS newer
    WHERE newer.dataset = corrected.dataset AND newer.month = corrected.month AND newer.correction > corrected.correction)
