UPDATE alert_rules SET pause_told = {off_version:int64} WHERE only_row = 1
