-- The caller's role in the space in which they work.
SELECT mine.rank FROM {scope.spaces} AS mine WHERE mine.is_active
