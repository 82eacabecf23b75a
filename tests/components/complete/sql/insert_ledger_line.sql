INSERT INTO complete__ledger_lines (shelf_id, line, amount)
SELECT {guard.tenant:int64}, COALESCE(MAX(line), 0) + 1, {amount:int64}
FROM complete__ledger_lines WHERE shelf_id = {guard.tenant:int64}
RETURNING line, amount
