-- Which space a pasted text has, how many of them, and characters that nobody sees do not keep it from being found: the same
-- as foldText. Most texts have nothing of it; looking for it first keeps them as cheap as they were.
create or replace function app.unaccent(value text) returns text
  language plpgsql immutable parallel safe strict as $$
begin
  if value ~ '[^ -~\u00a1-\u00ac\u00ae-\u02ff]|  ' then
    value := regexp_replace(normalize(value),
      '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
      '\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a'
      '\U000e0000-\U000e0fff]+', '', 'g');
    value := regexp_replace(value, '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+',
      ' ', 'g');
  end if;
  return public.unaccent('public.unaccent', value);
end $$;

-- What is stored is folded anew where it differs; the keys of a row have the words of its search.
update profiles set full_name = full_name where search_text <> app.unaccent(lower(full_name || ' ' || company || ' ' || email));
update contracts set title = title where title_key <> app.unaccent(lower(title));
update leads set name = name
  where search_text <> app.unaccent(lower(name || ' ' || company || ' ' || email
    || case when fields = '{}' then '' else app.field_words(fields) end));
update lead_staff_fields set fields = fields where search_text <> app.unaccent(lower(app.field_words(fields)));
update commissions c set search_text = ''
  from commissions d
    join partners a on a.id = d.partner_id join profiles p on p.user_id = a.main_person_id left join leads l on l.id = d.lead_id
  where d.id = c.id and d.search_text <> app.unaccent(lower(concat_ws(' ', p.full_name, l.name, l.company, d.description)));
update client_payments c set search_text = ''
  from leads l join partners a on a.id = l.partner_id join profiles p on p.user_id = a.main_person_id
  where l.id = c.lead_id and c.search_text <> app.unaccent(lower(concat_ws(' ', c.reference, l.name, l.company, p.full_name)));
