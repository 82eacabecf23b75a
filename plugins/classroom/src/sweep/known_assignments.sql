-- Which of these join codes have an assignment.
SELECT join_code FROM classroom_assignments WHERE join_code IN ({join_codes:text[]})
