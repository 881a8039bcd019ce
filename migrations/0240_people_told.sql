-- Whether somebody is told about the leads of their colleagues; without a choice, owners are.
alter table notification_choices add column colleagues_leads boolean;

-- Whom of a partner's people an event of the partner concerns, by what it is about (`app.event_topic`): mails and marks both ask.
-- A lead concerns its person and those who follow the leads of colleagues, money and documents the owners and the accountants,
-- contracts and people the owners, who sign. A manager is told what comes of a dispute that they began. Where nobody of the
-- partner is the lead's person, its owners are told.
create function app.people_told(partner uuid, topic text, lead uuid, begun_by uuid) returns setof uuid
  language sql stable rows 3 security definer set search_path = public, pg_temp as $$
  with people as (
    select m.person_id, m.role, coalesce(n.colleagues_leads, m.role = 'owner') as follows,
      m.role <> 'accountant' and m.person_id = (select l.typed_by from leads l where l.id = lead) as is_theirs
    from partner_members m join profiles p on p.user_id = m.person_id and p.deleted_at is null
      left join notification_choices n on n.user_id = m.person_id
    where m.partner_id = partner and m.until is null
  )
  select person_id from people
  where case
    when topic = 'all_leads' then is_theirs or role in ('owner', 'manager') and follows
      or role = 'owner' and not exists (select from people where is_theirs)
    when topic in ('money', 'bank', 'documents') then role in ('owner', 'accountant')
      or role = 'manager' and topic = 'money' and person_id = begun_by
    else role = 'owner'
  end
$$;
revoke execute on function app.people_told(uuid, text, uuid, uuid) from public;
grant execute on function app.people_told(uuid, text, uuid, uuid) to passerelle_admin, passerelle_system;

-- Marks are made for those who are told.
do $$
declare
  body text := pg_get_functiondef('app.mark_unread()'::regprocedure);
  told text := replace(body, $q$      select m.person_id as user_id, b.subject_id as lead_id, b.part, b.seq, b.occurred_at, b.name
      from batch b join partner_members m on m.partner_id = b.partner_id and m.until is null
      where not b.by_partner and (b.name <> 'lead.created' or b.by_itself)
        and (m.role = 'owner' or m.person_id = (select l.typed_by from leads l where l.id = b.subject_id))$q$,
    $q$      select told as user_id, b.subject_id as lead_id, b.part, b.seq, b.occurred_at, b.name
      from batch b cross join lateral app.people_told(b.partner_id, 'all_leads', b.subject_id, null) told
      where not b.by_partner and (b.name <> 'lead.created' or b.by_itself)$q$);
begin
  if told = body then
    raise exception 'app.mark_unread does not know the people of partners';
  end if;
  execute told;
end $$;
