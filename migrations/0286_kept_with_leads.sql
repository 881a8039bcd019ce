-- What a lead is found and shown by is kept when its source changes. A generated column is computed at each update of a table that
-- has triggers before it.
alter table leads alter company_key drop expression, alter company_key set default '',
  alter phone_key drop expression, alter phone_key set default '';

drop trigger keep_search_text on leads;
drop function app.keep_search_text();
create function app.keep_lead_keys() returns trigger language plpgsql set search_path to 'public', 'pg_temp' as $$
begin
  new.company_key := app.company_key(new.company);
  new.phone_key := app.phone_key(new.phone);
  new.search_text := app.unaccent(lower(new.name || ' ' || new.company || ' ' || new.email
    || case when new.fields = '{}' then '' else app.field_words(new.fields) end));
  return new;
end $$;
create trigger keep_lead_keys before insert or update of name, company, email, phone, fields on leads
  for each row execute function app.keep_lead_keys();

-- Whether others earn on a lead: most lists then need to know no more of it.
alter table leads add shared boolean not null default false;
update leads set shared = true where id in (select lead_id from lead_shares);
create function app.keep_shared() returns trigger language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
begin
  update leads l set shared = not l.shared
    where l.id = coalesce(new.lead_id, old.lead_id)
      and l.shared <> exists (select from lead_shares s where s.lead_id = l.id);
  return null;
end $$;
create trigger keep_shared after insert or delete on lead_shares for each row execute function app.keep_shared();

-- The share of a lead in a list, and its files: read with the owner's rights, since the policies of what they are joined with
-- made a plan of a hundred parts.
create function app.share_in_list(lead uuid) returns jsonb language plpgsql stable security definer
set search_path to 'public', 'pg_temp' as $$
declare
  own integer := (select s.share from lead_shares s where (s.lead_id, s.partner_id) = (lead, app.partner_id()));
begin
  if own is null and not (current_setting('role') in ('passerelle_admin', 'passerelle_system')
      or exists (select from leads l where l.id = lead and l.partner_id = app.partner_id())) then
    return null;
  end if;
  return jsonb_build_object('isOthers', own is not null, 'percent', trim_scale(
    coalesce(own, (select 10000 - sum(s.share) from lead_shares s where s.lead_id = lead)) / 100.0));
end $$;
revoke execute on function app.share_in_list(uuid) from public;
grant execute on function app.share_in_list(uuid) to passerelle_admin, passerelle_partner, passerelle_system;

create function app.files_of_lead(lead uuid) returns jsonb language plpgsql stable security definer
set search_path to 'public', 'pg_temp' as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', a.id, 'name', f.name, 'added_by', a.added_by, 'added_at', a.added_at,
        'of_staff', a.of_staff) order by a.added_at, a.id)
      from lead_files a join files f on f.id = a.file_id join leads l on l.id = a.lead_id
      where a.lead_id = lead
        and (current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.partner_id()));
end $$;
revoke execute on function app.files_of_lead(uuid) from public;
grant execute on function app.files_of_lead(uuid) to passerelle_admin, passerelle_partner, passerelle_system;

-- Each move writes each index: one holds what two did, and most leads have no id of another tool.
drop index leads_newest;
drop index leads_sums_by_day;
create index leads_newest on leads (created_at desc, id desc) include (status, estimated_amount_cents)
  where created_at > '-infinity';
drop index leads_external_id_once;
create unique index leads_external_id_once on leads (external_id) where external_id is not null;
