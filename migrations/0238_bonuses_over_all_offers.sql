-- A bonus says whose leads it counts: those of its rule, or, in a rule for every offer, all of its partner's. It can be of half a
-- year.
create or replace function app.bonus_fits(bonus jsonb) returns boolean
  language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case when jsonb_typeof(bonus) = 'object' and jsonb_typeof(bonus -> 'pays') = 'object' then coalesce(
      bonus ?& array['measure', 'per', 'from', 'pays'] and (bonus - array['measure', 'per', 'from', 'pays', 'counts']) = '{}'
        and bonus ->> 'measure' in ('signatures', 'revenue', 'amount') and bonus ->> 'per' in ('quarter', 'half_year', 'year')
        and coalesce(bonus -> 'counts', '"rule"') in ('"rule"', '"all"')
        and app.whole_fits(bonus -> 'from', 1, case bonus ->> 'measure' when 'signatures' then 10000 else 100000000000 end)
        and ((bonus -> 'pays') - 'cents' = '{}' and app.sum_fits(bonus #> '{pays,cents}', false)
          or (bonus -> 'pays') - 'percent' = '{}' and app.percent_fits(bonus #> '{pays,percent}')
            and (bonus #> '{pays,percent}')::numeric > 0), false)
    else false end
$$;

create or replace function app.check_rule_version() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  latest commission_rule_versions;
begin
  perform from commission_rules where id = new.rule_id for no key update;
  select * into latest from commission_rule_versions where rule_id = new.rule_id and version <> new.version
    order by version desc limit 1;
  if new.version <> coalesce(latest.version, 0) + 1 or new.valid_from < latest.valid_from
      or new.valid_from < (new.published_at at time zone app.time_zone())::date then
    raise exception 'a version follows the one before, from its day or a later one on'
      using errcode = 'check_violation', constraint = 'commission_rule_versions_follow';
  end if;
  if new.definition is null and (latest.version is null
      or exists (select from commission_rules where id = new.rule_id and partner_id is null and offer is null)) then
    raise exception 'the rule of the programme does not end, and what has not begun has no end'
      using errcode = 'check_violation', constraint = 'commission_rule_versions_end';
  end if;
  if new.definition @> '{"bonuses": [{"counts": "all"}]}'
      and exists (select from commission_rules where id = new.rule_id and offer is not null) then
    raise exception 'a bonus over all offers is of a rule for every offer'
      using errcode = 'check_violation', constraint = 'commission_rule_versions_counts';
  end if;
  return null;
end $$;

-- The version whose bonuses over all offers apply to a partner in a period that begins on this day, of those that were published
-- by then: the partner's own for every offer, else the programme's.
create function app.version_over_all(partner uuid, first_day date, by_then timestamptz) returns commission_rule_versions
  language sql stable security definer set search_path = public, pg_temp as $$
  select v.rule_id, v.version, v.valid_from, v.definition, v.published_by, v.published_at
  from commission_rules r cross join lateral (
    select * from commission_rule_versions w where w.rule_id = r.id and w.valid_from <= first_day and w.published_at <= by_then
    order by w.valid_from desc, w.version desc limit 1) v
  where (r.partner_id is null or r.partner_id = partner) and r.offer is null and v.definition is not null
  order by r.partner_id is null limit 1
$$;
revoke execute on function app.version_over_all(uuid, date, timestamptz) from public;

create or replace function app.amount_is_missing(lead leads) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select lead.estimated_amount_cents = 0
    and exists (select from lead_fields f where f.key = 'estimatedAmountCents'
      and not (f.required and f.required_from is null and f.put_away_at is null))
    and exists (
      select from (select (lead.updated_at at time zone app.time_zone())::date as day) today,
        app.rule_for(lead.partner_id, lead.offer_type, today.day) r,
        app.version_over_all(lead.partner_id, today.day, 'infinity') a
      where r.definition ->> 'base' = 'estimate' and jsonb_typeof(r.definition -> 'rate') = 'object'
        or exists (select from jsonb_array_elements(r.definition -> 'bonuses') b where b ->> 'measure' <> 'signatures')
        or exists (select from jsonb_array_elements(a.definition -> 'bonuses') b
          where b ->> 'measure' <> 'signatures' and b ->> 'counts' = 'all'))
$$;

create or replace function app.check_rule_line() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  terms jsonb := (select definition from commission_rule_versions where (rule_id, version) = (new.rule_id, new.rule_version));
  signing lead_signings;
  fact commission_facts;
  gross bigint := (new.reason ->> 'grossCents')::bigint;
  whole bigint := new.amount_cents + coalesce((new.reason #>> '{taken,amountCents}')::bigint, 0);
  room bigint := gross;
  over_all boolean := new.kind = 'bonus' and coalesce(new.reason #>> '{bonus,counts}' = 'all', false);
begin
  select * into fact from commission_facts where seq = (new.reason ->> 'seq')::bigint;
  -- What a lead of another rule brings is counted by a bonus over all offers.
  if fact.partner_id is distinct from new.partner_id or fact.rule_id <> new.rule_id and not over_all then
    raise exception 'a line is of a fact of its partner' using errcode = 'check_violation', constraint = 'commissions_rule_line';
  end if;
  if over_all and not exists (
    select from app.version_over_all(new.partner_id, (new.reason #>> '{period,from}')::date, fact.recorded_at) a
    where (a.rule_id, a.version) = (new.rule_id, new.rule_version)) then
    raise exception 'a bonus over all offers is of the version that its period began under'
      using errcode = 'check_violation', constraint = 'commissions_rule_line';
  end if;
  if new.kind = 'bonus' then
    if terms #> array['bonuses', new.reason ->> 'index'] is distinct from new.reason -> 'bonus' then
      raise exception 'a bonus is one of its rule' using errcode = 'check_violation', constraint = 'commissions_rule_line';
    end if;
  else
    select * into signing from lead_signings where (lead_id, partner_id) = (new.lead_id, new.partner_id);
    if (signing.rule_id, signing.rule_version, coalesce(signing.commission_rate, 0))
          is distinct from (new.rule_id, new.rule_version, case new.kind when 'fixed' then coalesce(signing.commission_rate, 0)
            else new.commission_rate end)
        or new.kind = 'fixed' and gross not in (0, signing.fixed_cents)
        or new.kind <> 'fixed' and (signing.tier_name, signing.tier_names) is distinct from (new.tier_name, new.tier_names) then
      raise exception 'a line has the terms of its lead' using errcode = 'check_violation', constraint = 'commissions_rule_line';
    end if;
    if signing.lead_cap_cents is not null then
      room := least(room, greatest(0, signing.lead_cap_cents - (select coalesce(sum(amount_cents), 0) from commissions
        where lead_id = new.lead_id and partner_id = new.partner_id and rule_id = new.rule_id and id <> new.id)));
    end if;
  end if;
  if terms #>> '{cap,yearCents}' is not null then
    room := least(room, greatest(0, (terms #>> '{cap,yearCents}')::bigint - (select coalesce(sum(amount_cents), 0) from commissions
      where partner_id = new.partner_id and rule_id = new.rule_id and reason ->> 'year' = new.reason ->> 'year' and id <> new.id)));
  end if;
  -- Made anew, what was taken from it before was room for others meanwhile.
  if whole <> room and coalesce((new.reason #>> '{taken,amountCents}')::bigint, 0) = 0 then
    raise exception 'a line is what the caps leave of it' using errcode = 'check_violation', constraint = 'commissions_rule_caps';
  end if;
  return new;
end $$;
