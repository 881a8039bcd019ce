-- A lead that was passed on is unread to the colleague who gets it; `isNewsTo` says the same.
CREATE OR REPLACE FUNCTION app.mark_unread()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET lock_timeout TO '200ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
as $function$
declare
  head unread_head;
  taken integer;
  reached bigint;
  ids uuid[];
begin
  select * into head from unread_head for update skip locked;
  if not found then
    return 'busy';
  end if;
  select count(*), max(seq), array_agg(event_id) filter (where name in ('lead.created', 'lead.moved', 'lead.commented',
      'lead.handed_over', 'lead.shared', 'lead.passed', 'lead.introduced', 'lead.client_answered', 'registration.accepted',
      'registration.confirmed', 'registration.refused', 'registration.merged', 'registration.resubmitted', 'registration.appealed',
      'registration.extension_asked', 'registration.extension_granted', 'registration.extension_refused',
      'registration.reminded', 'registration.expired'))
    into taken, reached, ids
    from (select seq, event_id, name from journal where seq > head.journal_seq order by seq limit 250) batch;
  if taken = 0 then
    return 'all';
  end if;
  if ids is not null then
    with batch as materialized (
      select e.seq, e.name, e.occurred_at, e.actor_id, e.partner_id, e.subject_id, (e.after ->> 'personId')::uuid as passed_to,
        app.acts_for(e.actor_id, e.partner_id) as by_partner,
        case when e.name = 'lead.commented' then 'messages' else 'details' end as part,
        e.actor_id is null and e.name in ('lead.created', 'lead.introduced', 'lead.client_answered') as by_itself
      -- Each by its id: no plan may read the months of events.
      from unnest(ids) taken_in (id) cross join lateral (select * from events where id = taken_in.id offset 0) e
      where e.seq > head.marked_events and e.partner_id is not null and exists (
        select from leads l where l.id = e.subject_id offset 0)
    ), staff as materialized (
      select p.user_id from user_roles r join profiles p on p.user_id = r.user_id
      where r.role = 'admin' and p.deleted_at is null and p.joined_at is not null
    ), marks as (
      select told as user_id, b.subject_id as lead_id, b.part, b.seq, b.occurred_at, b.name
      from batch b cross join lateral app.people_told(b.partner_id, 'all_leads', b.subject_id, null) told
      where not b.by_partner and b.name <> 'lead.passed' and (b.name <> 'lead.created' or b.by_itself)
      union all
      select s.user_id, b.subject_id, b.part, b.seq, b.occurred_at, b.name from batch b cross join staff s
      where b.by_partner and b.name <> 'lead.passed' or b.by_itself
      union all
      -- The colleague who looks after it from now on, unless they took it themselves.
      select m.person_id, b.subject_id, b.part, b.seq, b.occurred_at, b.name
      from batch b join partner_members m on m.person_id = b.passed_to and m.partner_id = b.partner_id and m.until is null
      where b.name = 'lead.passed' and b.passed_to is distinct from b.actor_id
    ), marked as (
      insert into unread_leads as u (user_id, lead_id, part, since, latest_at, event_name)
        select user_id, lead_id, part, min(occurred_at), max(occurred_at), (array_agg(name order by occurred_at desc, seq desc))[1]
        from marks group by user_id, lead_id, part order by user_id, lead_id, part
      -- What was committed late may have happened before what is marked already.
      on conflict (user_id, lead_id, part) do update set since = least(u.since, excluded.since),
        event_name = case when excluded.latest_at >= u.latest_at then excluded.event_name else u.event_name end,
        latest_at = greatest(u.latest_at, excluded.latest_at)
      returning user_id, lead_id, part, latest_at
    )
    select count(pg_notify('portal_unread', json_build_object('userId', user_id, 'part', part, 'leadIds', lead_ids)::text))
      into taken
      from (
        select user_id, part,
          case when count(*) <= 50 then json_agg(lead_id order by latest_at, lead_id) else '[]' end as lead_ids
        from marked group by user_id, part
      ) news;
  end if;
  update unread_head set journal_seq = reached;
  return case when reached - head.journal_seq < 250 then 'all' else 'more' end;
exception when lock_not_available or deadlock_detected or foreign_key_violation then
  return 'busy';
end $function$;
