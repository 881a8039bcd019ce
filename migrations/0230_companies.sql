-- A partner is a company, and people belong to it. The company has the id that its one person of before has: what was written
-- down with that id (receipts, statements, links, the journal) stays true.

create table partners (
  id uuid primary key,
  -- Whom staff see in lists, and whom their mails greet.
  main_person_id uuid not null references profiles,
  created_at timestamptz not null
);
create index partners_by_main_person on partners (main_person_id);

create table partner_members (
  id uuid primary key default gen_random_uuid(),
  partner_id uuid not null references partners on delete cascade,
  person_id uuid not null references profiles,
  role text not null,
  -- Whether a member reads the amounts of their own leads; the other roles do not ask.
  sees_amounts boolean not null default false,
  since timestamptz not null,
  -- Who left stays readable: leads, signatures and events have their id.
  until timestamptz,
  constraint partner_members_role check (role in ('owner', 'manager', 'member', 'accountant')),
  constraint partner_members_order check (until >= since)
);
-- One company at a time.
create index partner_members_of_partner on partner_members (partner_id, person_id);
create unique index partner_members_once on partner_members (person_id) where until is null;

-- A company without an owner could not be helped by anybody of its own.
create function app.keep_an_owner() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  company uuid;
begin
  if tg_table_name = 'partners' then
    company := new.id;
  else
    company := old.partner_id;
  end if;
  -- The next statement sees what a transaction has committed that held the lock before: two owners cannot remove each other.
  perform from partners where id = company for update;
  if found and not exists (select from partner_members where partner_id = company and role = 'owner' and until is null) then
    raise exception 'the last owner stays' using errcode = 'check_violation', constraint = 'partners_keep_an_owner';
  end if;
  return null;
end $$;
alter table partners enable row level security;
alter table partner_members enable row level security;
create policy system_all on partners to passerelle_system using (true) with check (true);
create policy admin_reads on partners for select to passerelle_admin using (true);
create policy admin_adds on partners for insert to passerelle_admin with check (true);
create policy system_all on partner_members to passerelle_system using (true) with check (true);
create policy admin_reads on partner_members for select to passerelle_admin using (true);
create policy admin_adds on partner_members for insert to passerelle_admin with check (true);
create policy rights on partners as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('partners', 'team')));
create policy rights on partner_members as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('partners', 'team')));
grant select, insert on partners, partner_members to passerelle_system, passerelle_admin;

-- Whose company the caller belongs to, and as what: set with the caller at the start of each transaction.
create function app.partner_id() returns uuid language sql stable
  return nullif(current_setting('app.partner_id', true), '')::uuid;
create policy own_reads on partners for select to passerelle_partner using (id = app.partner_id());
create policy own_reads on partner_members for select to passerelle_partner using (partner_id = app.partner_id());
grant select on partners, partner_members to passerelle_partner;

-- Colleagues know each other, also those who left.
create policy colleagues_read on profiles for select to passerelle_partner
  using (user_id in (select m.person_id from partner_members m where m.partner_id = app.partner_id()));

-- Whether somebody acts, or acted, for a company.
create function app.acts_for(person uuid, partner uuid) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from partner_members where partner_id = partner and person_id = person)
$$;
revoke execute on function app.acts_for(uuid, uuid) from public;
grant execute on function app.acts_for(uuid, uuid) to passerelle_partner, passerelle_admin, passerelle_system;

-- Who acts, or acted, for the partner of a lead, and for those who had it before. Partners ask about their own leads.
create function app.people_of_lead(lead uuid, out person uuid, out former boolean) returns setof record
  language sql stable rows 5 security definer set search_path = public, pg_temp as $$
  select m.person_id, bool_and(m.partner_id <> r.partner_id)
  from lead_registrations r join partner_members m on m.partner_id = any (r.former_partners || r.partner_id)
  where r.lead_id = lead and (current_setting('role') <> 'passerelle_partner' or r.partner_id = app.partner_id())
  group by m.person_id
$$;
revoke execute on function app.people_of_lead(uuid) from public;
grant execute on function app.people_of_lead(uuid) to passerelle_partner, passerelle_admin, passerelle_system;

-- What says partner means the company, whatever tables and policies there are by now.
insert into partners (id, main_person_id, created_at)
  select user_id, user_id, created_at from profiles where app.role_of(user_id) = 'partner';
do $$
declare
  each record;
begin
  for each in
    select c.conname, c.conrelid::regclass as of_table, a.attname as of_column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'profiles'::regclass and c.conparentid = 0
      and (a.attname = 'partner_id' or c.conname = 'contracts_user_id_fkey')
  loop
    -- Somebody of staff may have been a partner before.
    execute format('insert into partners (id, main_person_id, created_at) select user_id, user_id, created_at from profiles
      where user_id in (select %I from %s) on conflict do nothing', each.of_column, each.of_table);
    execute format('alter table %s drop constraint %I', each.of_table, each.conname);
    execute format('alter table %s add constraint %I %s', each.of_table, each.conname,
      replace(each.definition, 'profiles(user_id)', 'partners(id)'));
  end loop;

  for each in
    select p.schemaname, p.tablename, p.policyname, case when p.qual is not null then 'using (' || app_partner.qual || ')' else '' end as new_using,
      case when p.with_check is not null then 'with check (' || app_partner.with_check || ')' else '' end as new_check
    from pg_policies p cross join lateral (
      select regexp_replace(regexp_replace(p.qual, '(\mpartner_id = )app\.user_id\(\)', '\1app.partner_id()', 'g'),
          '(\mpartner_id )<> app\.user_id\(\)', '\1is distinct from app.partner_id()', 'g') as qual,
        regexp_replace(regexp_replace(p.with_check, '(\mpartner_id = )app\.user_id\(\)', '\1app.partner_id()', 'g'),
          '(\mpartner_id )<> app\.user_id\(\)', '\1is distinct from app.partner_id()', 'g') as with_check
    ) app_partner
    where (p.qual, p.with_check) is distinct from (app_partner.qual, app_partner.with_check)
  loop
    execute format('alter policy %I on %I.%I %s %s', each.policyname, each.schemaname, each.tablename,
      each.new_using, each.new_check);
  end loop;

  for each in
    select pg_get_functiondef(p.oid) as definition from pg_proc p
    where p.pronamespace = 'app'::regnamespace and p.proname in ('check_clawback', 'check_part', 'commission_goes_forward',
      'dispute_goes_forward', 'own_tier_order', 'registration_goes_forward', 'shared_leads', 'partners_of_lead')
  loop
    execute replace(each.definition, 'app.user_id()', 'app.partner_id()');
  end loop;
  execute replace(pg_get_functiondef('app.payout_goes_forward()'::regprocedure),
    'new.approved_by = new.partner_id', 'new.partner_id = app.partner_id()');
end $$;

insert into partner_members (partner_id, person_id, role, since)
  select id, id, 'owner', created_at from partners;
create constraint trigger begin_with_an_owner after insert on partners deferrable initially deferred
  for each row execute function app.keep_an_owner();
create trigger keep_an_owner after update or delete on partner_members
  for each row when (old.role = 'owner' and old.until is null) execute function app.keep_an_owner();


create or replace function app.bank_details_states(at timestamptz)
  returns table (partner_id uuid, state text, held_until timestamptz, shared boolean, payable boolean)
  language sql stable parallel safe
begin atomic
  select p.id, s.state, h.held_until,
    b.iban_fingerprint is not null and exists (
      select from payment_infos o join partners c on c.id = o.partner_id join profiles q on q.user_id = c.main_person_id
      where o.iban_fingerprint = b.iban_fingerprint and o.partner_id <> b.partner_id and q.deleted_at is null),
    s.state = 'complete' and h.held_until is null
  from partners p
    left join payment_infos b on b.partner_id = p.id
    left join bank_account_answers a
      on a.partner_id = b.partner_id and a.refused_on is not null and a.sent_at >= b.iban_changed_at
    cross join lateral (select case
      when b.partner_id is null then 'missing'
      when not b.iban_checks_out then 'checksum'
      when a.partner_id is not null then 'refused'
      else 'complete'
    end as state) s
    cross join lateral (select case when b.iban_changed_at + interval '72 hours' > at
      then b.iban_changed_at + interval '72 hours' end as held_until) h;
end;

-- A contract is its company's, by a column of another name.
alter policy own_reads on contracts using (user_id = app.partner_id());
alter policy own_reads on contract_texts
  using (exists (select 1 from contracts c where c.id = contract_texts.contract_id and c.user_id = app.partner_id()));
alter policy own_reads on signatures
  using (exists (select 1 from contracts c where c.id = signatures.contract_id and c.user_id = app.partner_id()));
alter policy own_read on reminders
  using (contract_id in (select c.id from contracts c where c.user_id = app.partner_id()));

-- What one of the company sent is the company's to read.
create policy of_colleagues on files for select to passerelle_partner
  using (purpose in ('partner_invoice', 'partner_document')
    and uploaded_by in (select m.person_id from partner_members m where m.partner_id = app.partner_id()));

-- Which person of the partner a lead is of: who typed it, else the main person. A trigger says it. Before today every partner
-- was one person.
alter table leads add column typed_by uuid references profiles;
alter table leads disable trigger user;
update leads set typed_by = partner_id;
alter table leads enable trigger user;
alter table leads alter column typed_by set not null, alter column typed_by set default app.user_id();

create function app.keep_typed_by() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.typed_by := coalesce(
    (select person_id from partner_members where person_id = app.user_id() and partner_id = new.partner_id and until is null),
    (select main_person_id from partners where id = new.partner_id));
  return new;
end $$;
create trigger keep_typed_by before insert on leads for each row execute function app.keep_typed_by();
create trigger keep_typed_by_after_hand_over before update of partner_id on leads
  for each row when (new.partner_id <> old.partner_id) execute function app.keep_typed_by();

-- What a share that ends leaves unread is no news any more to anybody of its partner.
create or replace function app.forget_shared_lead() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from unread_leads u using partner_members m
    where m.partner_id = old.partner_id and u.user_id = m.person_id and u.lead_id = old.lead_id;
  return null;
end $$;

-- Marks are for persons: of a company the person of the lead and the owners, and whoever acted for it counts as the partner.
do $$
declare
  body text := pg_get_functiondef('app.mark_unread()'::regprocedure);
begin
  body := replace(body, $q$      select partner_id as user_id, subject_id as lead_id, part, seq, occurred_at, name from batch
      where actor_id is distinct from partner_id and (name <> 'lead.created' or by_itself)$q$,
    $q$      select m.person_id as user_id, b.subject_id as lead_id, b.part, b.seq, b.occurred_at, b.name
      from batch b join partner_members m on m.partner_id = b.partner_id and m.until is null
      where not b.by_partner and (b.name <> 'lead.created' or b.by_itself)
        and (m.role = 'owner' or m.person_id = (select l.typed_by from leads l where l.id = b.subject_id))$q$);
  body := replace(body, 'where b.actor_id = b.partner_id or b.by_itself', 'where b.by_partner or b.by_itself');
  body := replace(body, $q$case when e.name = 'lead.commented'$q$,
    $q$app.acts_for(e.actor_id, e.partner_id) as by_partner,
        case when e.name = 'lead.commented'$q$);
  execute body;
end $$;

create or replace function app.announce_event() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_notify('portal_events', json_build_object(
    'seq', new.seq, 'name', new.name, 'subjectId', new.subject_id, 'partnerId', new.partner_id,
    'actorId', new.actor_id, 'byPartner', app.acts_for(new.actor_id, new.partner_id), 'requestId', new.request_id,
    'audience', new.audience, 'from', new.before ->> 'status', 'to', new.after ->> 'status', 'occurredAt', new.occurred_at,
    'xact', pg_current_xact_id()::text, 'snapshot', pg_current_snapshot()::text)::text);
  return null;
end $$;

-- The session says which company its person belongs to, and as what. Somebody who belongs to none is signed in nowhere, unless
-- they are of staff. A view of a partner's pages is that of its main person.
drop function app.session(text, timestamptz, interval);
create function app.session(session_token text, at timestamptz, longest interval,
    out session_id uuid, out user_id uuid, out role text, out staff_role text, out viewer_id uuid,
    out partner_id uuid, out partner_role text, out sees_amounts boolean, out contract_signed boolean,
    out two_factor boolean, out language text, out updated_at timestamptz, out ends_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select s.id, coalesce(v.person_id, s.user_id),
    case when v.partner_id is null then coalesce(r.role, 'partner') else 'partner' end,
    case when v.partner_id is null then r.staff_role end,
    case when v.partner_id is not null then s.user_id end,
    coalesce(v.partner_id, m.partner_id), coalesce(v.role, m.role), coalesce(v.sees_amounts, m.sees_amounts),
    coalesce(n.status = 'signe', false),
    v.partner_id is null and coalesce(u.two_factor_enabled, false),
    -- A view of a partner's pages has their language.
    coalesce(case when v.partner_id is null then p.language else v.language end, (select t.language from settings t)),
    s.updated_at, least(s.expires_at, s.created_at + longest, v.ends_at)
  into session_id, user_id, role, staff_role, viewer_id, partner_id, partner_role, sees_amounts, contract_signed, two_factor,
    language, updated_at, ends_at
  from auth.sessions s
    join auth.users u on u.id = s.user_id
    join profiles p on p.user_id = s.user_id and p.deleted_at is null
    left join user_roles r on r.user_id = s.user_id
    left join partner_members m on m.person_id = s.user_id and m.until is null
    left join lateral (
      select w.partner_id, w.ends_at, q.user_id as person_id, q.language, o.role, o.sees_amounts
      from partner_views w
        join partners c on c.id = w.partner_id
        join profiles q on q.user_id = c.main_person_id and q.deleted_at is null
        join partner_members o on o.person_id = q.user_id and o.partner_id = c.id and o.until is null
        join staff_rights t on t.staff_role = r.staff_role and t.right_name = 'partners'
      where w.session_id = s.id and w.ends_at > at and app.role_of(c.main_person_id) = 'partner'
    ) v on true
    left join lateral app.newest_main_contract(coalesce(v.partner_id, m.partner_id)) n on true
  where s.token = session_token and s.expires_at > at and s.created_at + longest > at
    and (r.role = 'admin' or m.partner_id is not null);
end $$;
revoke execute on function app.session(text, timestamptz, interval) from public;
grant execute on function app.session(text, timestamptz, interval) to passerelle_anonymous, passerelle_system;
