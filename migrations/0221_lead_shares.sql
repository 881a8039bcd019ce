-- Who else earns on a lead. Its own partner has the rest: the parts of a lead add up to 100 by themselves, also when it is handed over.
create table lead_shares (
  lead_id uuid not null references leads on delete cascade,
  partner_id uuid not null references profiles,
  percent integer not null,
  shared_at timestamptz not null,
  shared_by uuid not null references profiles,
  primary key (lead_id, partner_id),
  constraint lead_shares_percent check (percent between 1 and 99)
);
create index lead_shares_by_partner on lead_shares (partner_id);

-- Shares change until the lead is signed, since each of its partners has their terms from then on. The lock of the lead lets one
-- change of its shares follow the other.
create function app.check_lead_share() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := case tg_op when 'DELETE' then old.lead_id else new.lead_id end;
  lead leads;
begin
  select * into lead from leads where id = subject for no key update;
  -- A lead that is deleted takes its shares with it.
  if not found then return null; end if;
  if lead.status = 'signe' then
    raise exception 'the shares of a signed lead stay' using errcode = 'check_violation', constraint = 'lead_shares_final';
  end if;
  if exists (select from lead_shares where lead_id = lead.id and partner_id = lead.partner_id)
      or (select sum(percent) from lead_shares where lead_id = lead.id) > 99 then
    raise exception 'a lead is shared with others, and its partner keeps a part of it'
      using errcode = 'check_violation', constraint = 'lead_shares_of_others';
  end if;
  return null;
end $$;
create trigger check_lead_share after insert or update or delete on lead_shares
  for each row execute function app.check_lead_share();

-- A lead goes to somebody else than those who share it.
create function app.check_shared_hand_over() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from lead_shares where (lead_id, partner_id) = (new.id, new.partner_id)) then
    raise exception 'a lead is shared with others than its partner'
      using errcode = 'check_violation', constraint = 'lead_shares_of_others';
  end if;
  return null;
end $$;
create trigger check_shared_hand_over after update of partner_id on leads
  for each row when (new.partner_id <> old.partner_id) execute function app.check_shared_hand_over();

-- What a share that ends leaves unread is no news any more: its partner does not see the lead.
create function app.forget_shared_lead() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from unread_leads where lead_id = old.lead_id and user_id = old.partner_id;
  return null;
end $$;
create trigger forget_shared_lead after delete on lead_shares for each row execute function app.forget_shared_lead();

-- The leads that others share with the partner who asks, few: policies look them up once for each statement.
create function app.shared_leads() returns uuid[]
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(lead_id), '{}') from lead_shares where partner_id = app.user_id()
$$;
revoke execute on function app.shared_leads() from public;
grant execute on function app.shared_leads() to passerelle_partner;

-- A partner's part of a lead in hundredths of a percent: a share, or what the shares leave.
create function app.share_of(lead uuid, partner uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(percent) filter (where partner_id = partner), 100 - coalesce(sum(percent), 0))::integer * 100
  from lead_shares where lead_id = lead
$$;
revoke execute on function app.share_of(uuid, uuid) from public;

-- Who has which part of a shared lead, its own partner first, for staff and for those partners: they read each other's names.
-- Null for a lead that is not shared.
create function app.partners_of_lead(lead uuid) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_agg(jsonb_build_object('id', p.user_id, 'name', p.full_name, 'deleted', p.deleted_at is not null,
      'percent', app.share_of(lead, p.user_id) / 100) order by p.user_id <> l.partner_id, s.shared_at, p.user_id)
  from leads l
    join profiles p on p.user_id = l.partner_id or p.user_id in (select partner_id from lead_shares where lead_id = l.id)
    left join lead_shares s on (s.lead_id, s.partner_id) = (l.id, p.user_id)
  where l.id = lead and exists (select from lead_shares where lead_id = l.id)
    and (current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.user_id()
      or exists (select from lead_shares where (lead_id, partner_id) = (l.id, app.user_id())))
$$;
revoke execute on function app.partners_of_lead(uuid) from public;
grant execute on function app.partners_of_lead(uuid) to passerelle_system, passerelle_partner, passerelle_admin;

-- Each partner of a shared lead is signed for their part.
create or replace function app.check_signing() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lead leads := (select l from leads l where l.id = new.lead_id);
  rule commission_rule_versions := app.rule_for(new.partner_id, lead.offer_type, new.signed_on);
  terms jsonb := rule.definition;
  tier partner_tiers;
begin
  if terms #>> '{rate,tiers}' is not null then
    tier := app.tier_of(new.partner_id);
  end if;
  if (rule.rule_id, rule.version) is distinct from (new.rule_id, new.rule_version)
      or new.commission_rate is distinct from coalesce((terms #>> '{rate,percent}')::numeric, tier.commission_rate)
      or new.tier_name <> coalesce(tier.name, '') or new.tier_names <> coalesce(tier.names, '{}')
      or new.revenue_cents <> lead.estimated_amount_cents or new.share <> app.share_of(new.lead_id, new.partner_id)
      or not app.is_share(new.fixed_cents, (terms ->> 'fixedCents')::bigint, new.share)
      or not app.is_share(new.lead_cap_cents, (terms #>> '{cap,leadCents}')::bigint, new.share) then
    raise exception 'a lead is signed under the rule of its day'
      using errcode = 'check_violation', constraint = 'lead_signings_terms';
  end if;
  return new;
end $$;

create or replace function app.check_signed_lead() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := case tg_table_name
    when 'leads' then coalesce((to_jsonb(new) ->> 'id')::uuid, (to_jsonb(old) ->> 'id')::uuid)
    else coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid) end;
begin
  if exists (
    select from leads l where l.id = subject and (
      (l.status = 'signe') <> (exists (select from commissions c where c.lead_id = l.id)
        or exists (select from lead_signings s where s.lead_id = l.id))
      or exists (
        select from commissions c join lead_registrations r on r.lead_id = l.id
        where c.lead_id = l.id and c.partner_id <> l.partner_id
          and (c.status = 'en_attente' or c.partner_id <> all (r.former_partners))
          and not exists (select from lead_signings s where (s.lead_id, s.partner_id) = (c.lead_id, c.partner_id)))
      or l.status = 'signe' and exists (select from lead_shares s where s.lead_id = l.id)
        and (select count(*) from lead_signings s where s.lead_id = l.id)
          <> (select count(*) + 1 from lead_shares s where s.lead_id = l.id)
    )
  ) then
    raise exception 'a signed lead has its commission'
      using errcode = 'check_violation', constraint = 'leads_signed_commission';
  end if;
  return null;
end $$;

-- A lead that is shared is news to both its partners.
create or replace function app.mark_unread() returns text
  language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '200ms' set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
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
      'lead.handed_over', 'lead.shared', 'lead.introduced', 'lead.client_answered', 'registration.accepted',
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

alter table lead_shares enable row level security;
create policy system_reads on lead_shares for select to passerelle_system using (true);
create policy admin_all on lead_shares to passerelle_admin using (true) with check (true);
create policy rights on lead_shares as restrictive to passerelle_admin
  using (true) with check ((select app.has_right('leads')));
create policy right_to_delete on lead_shares as restrictive for delete to passerelle_admin
  using ((select app.has_right('leads')));
create policy own_reads on lead_shares for select to passerelle_partner
  using (partner_id = app.user_id() or exists (select from leads l where l.id = lead_id and l.partner_id = app.user_id()));
grant select on lead_shares to passerelle_system, passerelle_partner, passerelle_admin;
grant insert, update (percent), delete on lead_shares to passerelle_admin;

-- The other partner of a shared lead reads it, and nothing around it: thread and files are between its own partner and the team.
create policy shared_reads on leads for select to passerelle_partner using (id = any ((select app.shared_leads())::uuid[]));
alter policy own_lead_reads on lead_comments
  using (exists (select from leads l where l.id = lead_id and l.partner_id = app.user_id()));
alter policy own_lead_writes on lead_comments
  with check (dispute_id is null and author_id = app.user_id()
    and exists (select from leads l where l.id = lead_id and l.partner_id = app.user_id()));
alter policy own_reads on lead_files
  using (exists (select from leads l where l.id = lead_id and l.partner_id = app.user_id()));
alter policy own_adds on lead_files
  with check (added_by = app.user_id() and not of_staff
    and exists (select from leads l where l.id = lead_id and l.partner_id = app.user_id()));
alter policy own_removes on lead_files
  using (added_by = app.user_id() and exists (select from leads l where l.id = lead_id and l.partner_id = app.user_id()));
