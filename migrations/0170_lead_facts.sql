-- What lists show of a lead beside its own fields is kept on it: the state of its registration, what its client said, and whether its
-- commission is settled. Lists read one table instead of looking three others up for each row.
alter table leads
  add column registration_state text not null default 'submitted',
  add column protected_until timestamptz,
  add column client_word text,
  -- When the client said it or was asked.
  add column client_word_at timestamptz,
  -- It has a commission that is validated or paid.
  add column settled boolean not null default false,
  add constraint leads_registration_state check (registration_state in
    ('submitted', 'accepted', 'refused', 'merged', 'extended', 'expired', 'converted', 'appealed')),
  add constraint leads_client_word check (client_word in ('left', 'asked', 'yes', 'other', 'no', 'never')),
  add constraint leads_client_word_at check ((client_word is null) = (client_word_at is null));

-- Triggers alone write them.
revoke insert, update on leads from passerelle_partner, passerelle_admin, passerelle_system;
grant insert (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status, created_at,
    updated_at, possible_duplicate_of, external_id, lost_reason, lost_note),
  update (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status, created_at,
    updated_at, possible_duplicate_of, external_id, lost_reason, lost_note)
  on leads to passerelle_partner, passerelle_admin, passerelle_system;

-- What a client said of a lead that belongs to this partner. Once the lead has changed, an answer to its partner still counts unless it
-- was a yes, which was about another address; a denial counts, whatever was answered later.
create function app.client_word(lead uuid, partner uuid, out word text, out said_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(answer, case when left_at is null then 'asked' else 'left' end),
    coalesce(answered_at, left_at, mailed_at, created_at)
  from client_confirmations
  where lead_id = lead and (voided_at is null or (partner_id = partner and answer in ('other', 'no', 'never')))
  order by coalesce(answer in ('other', 'no'), false) desc, voided_at is null desc, answered_at desc
  limit 1
$$;
revoke all on function app.client_word(uuid, uuid) from public;

-- The facts, read from the tables that they come from.
create function app.lead_facts() returns table (
  lead_id uuid, registration_state text, protected_until timestamptz, client_word text, client_word_at timestamptz, settled boolean)
  language sql stable security definer set search_path = public, pg_temp as $$
  select l.id, r.state, r.protected_until, w.word, w.said_at,
    exists (select from commissions c where c.lead_id = l.id and c.status <> 'en_attente')
  from leads l
    join lead_registrations r on r.lead_id = l.id
    left join lateral app.client_word(l.id, l.partner_id) w on w.word is not null
$$;
revoke all on function app.lead_facts() from public;
grant execute on function app.lead_facts() to passerelle_system;

-- Sets right what is kept. Returns how many leads were wrong.
create function app.repair_lead_facts() returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  repaired bigint;
begin
  update leads l
    set registration_state = f.registration_state, protected_until = f.protected_until, client_word = f.client_word,
      client_word_at = f.client_word_at, settled = f.settled
    from app.lead_facts() f
    where f.lead_id = l.id and (l.registration_state, l.protected_until, l.client_word, l.client_word_at, l.settled)
      is distinct from (f.registration_state, f.protected_until, f.client_word, f.client_word_at, f.settled);
  get diagnostics repaired = row_count;
  return repaired;
end $$;
revoke all on function app.repair_lead_facts() from public;
grant execute on function app.repair_lead_facts() to passerelle_system;

-- Which registration a new lead gets, from which register_leads then makes it.
create function app.begin_lead_facts() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  programme programme_settings := p from programme_settings p;
begin
  if programme.registrations
      and not (current_setting('role') = 'passerelle_admin' and new.possible_duplicate_of is null) then
    new.registration_state := 'submitted';
    new.protected_until := null;
  else
    new.registration_state := case when new.status = 'signe' then 'converted' else 'accepted' end;
    new.protected_until := case when programme.registrations
      then app.months_after(new.created_at, programme.protection_months) end;
  end if;
  new.client_word := null;
  new.client_word_at := null;
  new.settled := false;
  return new;
end $$;
create trigger begin_lead_facts before insert on leads for each row execute function app.begin_lead_facts();

create or replace function app.register_leads() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  decides boolean := registrations from programme_settings;
begin
  insert into lead_registrations (lead_id, partner_id, number, seq, submitted_at, state, decided_at, decided_by, protected_until)
    select id, partner_id, app.registration_number(created_at, seq), seq, created_at, registration_state,
      case when registration_state <> 'submitted' then created_at end,
      case when registration_state <> 'submitted' and decides then app.user_id() end,
      protected_until
    from (
      select id, partner_id, created_at, registration_state, protected_until, nextval('lead_submissions') as seq
      from (select * from added order by created_at, id) in_order
    ) numbered;
  return null;
end $$;

create function app.keep_registration() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update leads set registration_state = new.state, protected_until = new.protected_until where id = new.lead_id;
  return null;
end $$;
create trigger keep_registration after update of state, protected_until on lead_registrations for each row
  when (new.state <> old.state or new.protected_until is distinct from old.protected_until)
  execute function app.keep_registration();

create function app.keep_client_word() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  lead uuid := coalesce(to_jsonb(new) ->> 'lead_id', to_jsonb(old) ->> 'lead_id', to_jsonb(new) ->> 'id');
begin
  update leads l set (client_word, client_word_at) = (select w.word, w.said_at from app.client_word(l.id, l.partner_id) w)
    where l.id = lead;
  return null;
end $$;
create trigger keep_client_word after insert or update or delete on client_confirmations for each row
  execute function app.keep_client_word();
create trigger keep_client_word after update of partner_id on leads for each row when (new.partner_id <> old.partner_id)
  execute function app.keep_client_word();

create function app.keep_settled() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update leads l set settled = not l.settled
    where l.id in (new.lead_id, old.lead_id)
      and l.settled <> exists (select from commissions c where c.lead_id = l.id and c.status <> 'en_attente');
  return null;
end $$;
create trigger keep_settled_added after insert on commissions for each row
  when (new.lead_id is not null and new.status <> 'en_attente') execute function app.keep_settled();
create trigger keep_settled after update of status, lead_id on commissions for each row
  when ((new.status = 'en_attente') <> (old.status = 'en_attente') or new.lead_id is distinct from old.lead_id)
  execute function app.keep_settled();
create trigger keep_settled_removed after delete on commissions for each row
  when (old.lead_id is not null and old.status <> 'en_attente') execute function app.keep_settled();

-- Nothing but the facts changes: no trigger has to follow.
alter table leads disable trigger user;
select app.repair_lead_facts();
alter table leads enable trigger user;
