-- What is unread of a lead has a row for each place where it is seen: messages in their thread, everything else in the details.
-- Opening the details takes no message's mark away. A row that was there is of the place of its latest event.
alter table unread_leads add column part text not null default 'details'
  constraint unread_leads_part check (part in ('details', 'messages'));
update unread_leads set part = 'messages' where event_name = 'lead.commented';
alter table unread_leads alter column part drop default;
alter table unread_leads drop constraint unread_leads_pkey, add primary key (user_id, lead_id, part);

create or replace function app.mark_unread() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  by_itself boolean := new.actor_id is null
    and new.name in ('lead.created', 'lead.introduced', 'lead.client_answered');
begin
  insert into unread_leads (user_id, lead_id, part, since, latest_at, event_name)
    select reader.user_id, l.id, case when new.name = 'lead.commented' then 'messages' else 'details' end,
      new.occurred_at, new.occurred_at, new.name
    from leads l cross join lateral (
      select l.partner_id as user_id
      where new.actor_id is distinct from l.partner_id and (new.name <> 'lead.created' or by_itself)
      union all
      select p.user_id from user_roles r join profiles p on p.user_id = r.user_id
      where r.role = 'admin' and p.deleted_at is null and p.joined_at is not null
        and (new.actor_id = l.partner_id or by_itself)
      order by user_id
    ) reader
    where l.id = new.subject_id
  on conflict (user_id, lead_id, part) do update set latest_at = excluded.latest_at, event_name = excluded.event_name;
  return null;
end $$;
