-- Oldest version that may run on it: 0.3.0-dev
-- Texts of mails are known by event and kind alone: the recipient in the key was an address that no erasure reached.
update erasure_mentions m set key_column = 'event_id,kind',
  row_key = split_part(row_key, '/', 1) || '/' || substring(row_key from '[^/]*$')
where table_name = 'mails' and key_column = 'event_id,recipient,kind'
  and not exists (select from erasure_mentions o where o.erasure_id = m.erasure_id and o.table_name = m.table_name
    and o.column_name = m.column_name and o.id < m.id and o.key_column = m.key_column
    and split_part(o.row_key, '/', 1) = split_part(m.row_key, '/', 1)
    and substring(o.row_key from '[^/]*$') = substring(m.row_key from '[^/]*$'));
delete from erasure_mentions where table_name = 'mails' and key_column = 'event_id,recipient,kind';
