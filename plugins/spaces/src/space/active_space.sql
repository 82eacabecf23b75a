SELECT mine.tenant AS space_id FROM {scope.spaces} AS mine WHERE mine.is_active LIMIT 1
