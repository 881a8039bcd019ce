-- The number of levels is data, from none to twelve. One that commissions, resources or amendments name is archived, and keeps its
-- threshold: what is readable from it up stays readable from there.
alter table partner_tiers add column archived_at timestamptz;
alter table partner_tiers alter column tier_order drop not null;
alter table partner_tiers add constraint partner_tiers_archived check ((archived_at is null) = (tier_order is not null));

create or replace function app.check_tiers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select 1 from (
      select min_revenue_cents, max_revenue_cents,
        lag(max_revenue_cents) over w as previous_max, row_number() over w as place, count(*) over () as tiers
      from partner_tiers where archived_at is null window w as (order by tier_order)
    ) t
    where (place = 1 and min_revenue_cents <> 0)
      or (place > 1 and min_revenue_cents is distinct from previous_max)
      or (place = tiers and max_revenue_cents is not null)
  ) then
    raise exception 'tiers must be contiguous, start at zero and end unbounded'
      using errcode = 'check_violation', constraint = 'partner_tiers_contiguous';
  end if;
  if (select count(*) from partner_tiers where archived_at is null) > 12 then
    raise exception 'there are twelve tiers at most' using errcode = 'check_violation', constraint = 'partner_tiers_twelve';
  end if;
  perform app.check_tiers_of_rules();
  return null;
end $$;

-- A rule at the rate of the tier asks for tiers, from its first day until another version or its end takes its place.
create function app.check_tiers_of_rules() returns void
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  -- The portal's clock may be ahead.
  today timestamptz := greatest(now(), (select max(published_at) from commission_rule_versions));
begin
  if not exists (select from partner_tiers where archived_at is null) and exists (
    select from commission_rule_versions v
      join commission_rules r on r.id = v.rule_id left join partners p on p.id = r.partner_id
      left join profiles main on main.user_id = p.main_person_id
    where v.definition #>> '{rate,tiers}' is not null and main.deleted_at is null and not exists (
      select from commission_rule_versions after where after.rule_id = v.rule_id and after.version > v.version
        and after.valid_from <= greatest(v.valid_from, (today at time zone app.time_zone())::date))
  ) then
    raise exception 'a rule at the rate of the tier needs tiers'
      using errcode = 'check_violation', constraint = 'partner_tiers_of_rules';
  end if;
end $$;
revoke execute on function app.check_tiers_of_rules() from public;

create function app.check_rule_has_tiers() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.check_tiers_of_rules();
  return null;
end $$;
create constraint trigger check_rule_has_tiers after insert or delete on commission_rule_versions
  deferrable initially deferred for each row execute function app.check_rule_has_tiers();

create or replace function app.tier_of(person uuid) returns partner_tiers
  language sql stable set search_path = public, pg_temp
  return (select t::partner_tiers from partner_tiers t
    where t.archived_at is null and t.min_revenue_cents <= app.tier_revenue(person) order by t.tier_order desc limit 1);

create or replace function app.tier_stats() returns table (tiers integer, lowest_rate numeric, highest_rate numeric)
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer, min(commission_rate), max(commission_rate) from partner_tiers where archived_at is null
$$;

-- Without tiers nobody's own signature is at the rate of one.
create or replace function app.check_own_commission() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from commissions c join leads l on l.id = c.lead_id, app.tier_of(c.partner_id) t
    where c.id = new.id and c.status = 'en_attente'
      and case when c.reason is null then c.revenue_cents <> l.estimated_amount_cents
          or c.commission_rate is distinct from t.commission_rate or c.tier_name <> t.name or c.tier_names <> t.names
          or not exists (select from app.rule_for(c.partner_id, l.offer_type, (c.created_at at time zone app.time_zone())::date) r
            where (r.rule_id, r.version) = (c.rule_id, c.rule_version))
        else (c.reason ->> 'leadRevenueCents')::bigint <> l.estimated_amount_cents
          or c.kind <> 'fixed' and c.revenue_cents <> l.estimated_amount_cents end
  ) then
    raise exception 'a commission is the amount of its lead at the rate of the tier'
      using errcode = 'check_violation', constraint = 'commissions_own_terms';
  end if;
  return null;
end $$;

-- Which tiers something names, so that they are archived rather than deleted.
create function app.named_tiers(ids uuid[]) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.id from partner_tiers t where t.id = any (ids) and (
    exists (select from resources r where r.min_tier_id = t.id)
    or exists (select from tier_amendments a where a.tier_id = t.id)
    or exists (select from commissions c where c.tier_name = t.name)
    or exists (select from lead_signings s where s.tier_name = t.name))
$$;
revoke execute on function app.named_tiers(uuid[]) from public;
grant execute on function app.named_tiers(uuid[]) to passerelle_admin;

-- Where there are no tiers, visitors read what the rule for every partner and offer pays.
create function app.programme_rule() returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select v.definition from commission_rules r join commission_rule_versions v on v.rule_id = r.id
  where r.partner_id is null and r.offer is null and v.valid_from <= (now() at time zone app.time_zone())::date
    and not exists (select from partner_tiers where archived_at is null)
  order by v.valid_from desc, v.version desc limit 1
$$;
revoke execute on function app.programme_rule() from public;
grant execute on function app.programme_rule() to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;

-- A resource is readable from the threshold of its tier up, whether partners have the tier by now or it was archived.
create function app.own_tier_revenue() returns bigint
  language sql stable security definer set search_path = public, pg_temp
  return app.tier_revenue(app.partner_id());
alter policy tier_reads on resources using (min_tier_id is null
  or (select t.min_revenue_cents from partner_tiers t where t.id = min_tier_id) <= (select app.own_tier_revenue()));
drop function app.own_tier_order();
