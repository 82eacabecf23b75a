-- The releases of a month, of each dataset that has none.
INSERT INTO dataset_releases (dataset, month, correction, status, created_at)
SELECT named.dataset, {month:text}, 0, 'queued', {now:timestamp}
FROM {datasets:rows(dataset text)} AS named
WHERE TRUE
ON CONFLICT (dataset, month, correction) DO NOTHING
