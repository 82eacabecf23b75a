-- One value of 17 MiB.
SELECT length(replace(replace(replace(
           'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
           'a', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'),
           'b', 'ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc'),
           'c', 'ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd')) AS length
