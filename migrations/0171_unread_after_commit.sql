-- Leads are marked as unread after the commit, by what takes events into the journal: no change waits for marks of its readers.

drop trigger mark_unread on events;
drop function app.mark_unread();

-- Up to which row of the journal leads are marked. Events up to the number `marked_events` were marked in the transaction that recorded
-- them, those too that the journal does not hold yet: dropping the trigger has waited for all of these to end.
create table unread_head (
  id boolean primary key default true,
  journal_seq bigint not null,
  marked_events bigint not null,
  constraint unread_head_one_row check (id)
);
insert into unread_head (journal_seq, marked_events)
  select seq, (select coalesce(max(seq), 0) from events) from journal_head;
alter table unread_head enable row level security;
create policy system_reads on unread_head for select to passerelle_system using (true);
grant select on unread_head to passerelle_system;

-- Marks leads for the other side, for the next events of the journal: what a partner does for all staff, what anybody else does for
-- the partner. A lead that staff add is no news; one that comes by itself, and what its client says, is for both. Position and marks
-- are one transaction, so that each event is marked once. Each reader's open tabs are told of the marks; an empty list stands for many.
-- 'more': there may be more to mark. 'busy': another server is at it, a request holds a lock that is needed, or a lead was deleted
-- meanwhile. No request loses a deadlock to marks, since these give up long before PostgreSQL looks for one. A plan is made once for a
-- connection, maybe while the month's events are few, and holds when they are many: it finds rows by their keys alone.
create function app.mark_unread() returns text
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '200ms' set plan_cache_mode = 'force_generic_plan' set enable_seqscan = off set jit = off
as $$
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
      'lead.handed_over', 'lead.introduced', 'lead.client_answered', 'registration.accepted', 'registration.confirmed',
      'registration.refused', 'registration.merged', 'registration.resubmitted', 'registration.appealed',
      'registration.extension_asked', 'registration.extension_granted', 'registration.extension_refused',
      'registration.reminded', 'registration.expired'))
    into taken, reached, ids
    from (select seq, event_id, name from journal where seq > head.journal_seq order by seq limit 250) batch;
  if taken = 0 then
    return 'all';
  end if;
  if ids is not null then
    with batch as materialized (
      select e.seq, e.name, e.occurred_at, e.actor_id, e.partner_id, e.subject_id,
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
      select partner_id as user_id, subject_id as lead_id, part, seq, occurred_at, name from batch
      where actor_id is distinct from partner_id and (name <> 'lead.created' or by_itself)
      union all
      select s.user_id, b.subject_id, b.part, b.seq, b.occurred_at, b.name from batch b cross join staff s
      where b.actor_id = b.partner_id or b.by_itself
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
end $$;
revoke all on function app.mark_unread() from public;
grant execute on function app.mark_unread() to passerelle_system;
