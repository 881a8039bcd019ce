-- What a partner earns is a rule that staff keep: for the programme, an offer, a partner, or a partner's offer. A rule is a line of
-- versions, each from its first day on; the specification's rule is the first version of the programme's.
create table commission_rules (
  id uuid primary key,
  -- Null: for every partner, for every offer.
  partner_id uuid references profiles,
  offer text references offers on delete cascade,
  created_at timestamptz not null,
  constraint commission_rules_scope unique nulls not distinct (partner_id, offer)
);

-- A percentage with at most two decimals.
create function app.percent_fits(percent jsonb) returns boolean
  language sql immutable parallel safe set search_path = pg_temp as $$
  select case when jsonb_typeof(percent) = 'number'
    then percent::numeric between 0 and 100 and percent::numeric = round(percent::numeric, 2) else false end
$$;

-- A whole number within bounds.
create function app.whole_fits(number jsonb, low bigint, high bigint) returns boolean
  language sql immutable parallel safe set search_path = pg_temp as $$
  select case when jsonb_typeof(number) = 'number'
    then number::numeric between low and high and number::numeric = trunc(number::numeric) else false end
$$;

-- Whole cents above zero, or nothing where nothing may be.
create function app.sum_fits(cents jsonb, optional boolean) returns boolean
  language sql immutable parallel safe set search_path = public, pg_temp as $$
  select jsonb_typeof(cents) = 'null' and optional or app.whole_fits(cents, 1, 100000000000)
$$;

create function app.bonus_fits(bonus jsonb) returns boolean
  language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case when jsonb_typeof(bonus) = 'object' and jsonb_typeof(bonus -> 'pays') = 'object' then coalesce(
      bonus ?& array['measure', 'per', 'from', 'pays'] and (bonus - array['measure', 'per', 'from', 'pays']) = '{}'
        and bonus ->> 'measure' in ('signatures', 'revenue', 'amount') and bonus ->> 'per' in ('quarter', 'year')
        and app.whole_fits(bonus -> 'from', 1, case bonus ->> 'measure' when 'signatures' then 10000 else 100000000000 end)
        and ((bonus -> 'pays') - 'cents' = '{}' and app.sum_fits(bonus #> '{pays,cents}', false)
          or (bonus -> 'pays') - 'percent' = '{}' and app.percent_fits(bonus #> '{pays,percent}')
            and (bonus #> '{pays,percent}')::numeric > 0), false)
    else false end
$$;

-- Whether a definition is a rule of the closed language: docs/commission-rule.schema.json.
create function app.rule_fits(rule jsonb) returns boolean
  language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case when jsonb_typeof(rule) = 'object' and jsonb_typeof(rule -> 'cap') = 'object'
      and jsonb_typeof(rule -> 'bonuses') = 'array' and jsonb_typeof(rule -> 'when') = 'object' then coalesce(
      rule ?& array['base', 'rate', 'fixedCents', 'when', 'cap', 'bonuses', 'reduction']
        and (rule - array['base', 'rate', 'fixedCents', 'when', 'cap', 'bonuses', 'reduction']) = '{}'
        and rule ->> 'base' in ('estimate', 'client_payment')
        and (rule -> 'rate' in ('null', '{"tiers": true}')
          or jsonb_typeof(rule -> 'rate') = 'object' and (rule -> 'rate') - 'percent' = '{}'
            and app.percent_fits(rule #> '{rate,percent}'))
        and app.sum_fits(rule -> 'fixedCents', true)
        and (rule -> 'rate' <> 'null' or rule -> 'fixedCents' <> 'null')
        and (rule -> 'when' = '{"always": true}' or rule ->> 'base' = 'client_payment' and (rule -> 'when' = '{"first": true}'
          or (rule -> 'when') - 'months' = '{}' and app.whole_fits(rule #> '{when,months}', 1, 120)))
        and ((rule -> 'cap') - array['leadCents', 'yearCents']) = '{}'
        and app.sum_fits(rule #> '{cap,leadCents}', true) and app.sum_fits(rule #> '{cap,yearCents}', true)
        and jsonb_array_length(rule -> 'bonuses') <= 10
        and not exists (select from jsonb_array_elements(rule -> 'bonuses') b where not app.bonus_fits(b))
        and (rule -> 'reduction' = 'null' or jsonb_typeof(rule -> 'reduction') = 'object' and (rule -> 'reduction') - 'months' = '{}'
          and app.whole_fits(rule #> '{reduction,months}', 1, 120)), false)
    else false end
$$;

create table commission_rule_versions (
  rule_id uuid not null references commission_rules on delete cascade,
  version integer not null,
  -- It applies to leads that are signed from this day on, in the provider's time zone.
  valid_from date not null,
  -- Null ends the rule: the more general one applies again.
  definition jsonb,
  -- Null for what came with the portal.
  published_by uuid references profiles,
  published_at timestamptz not null,
  primary key (rule_id, version),
  constraint commission_rule_versions_definition check (definition is null or app.rule_fits(definition))
);

insert into commission_rules (id, created_at) values ('01940000-0000-7000-8000-000000000205', now());
insert into commission_rule_versions (rule_id, version, valid_from, definition, published_at) values
  ('01940000-0000-7000-8000-000000000205', 1, '0001-01-01',
    '{"base": "estimate", "rate": {"tiers": true}, "fixedCents": null, "when": {"always": true},
      "cap": {"leadCents": null, "yearCents": null}, "bonuses": [], "reduction": null}', now());

-- A version is followed by another one, which begins on its day or later, and never before it is published.
create function app.check_rule_version() returns trigger
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
  return null;
end $$;
create trigger check_rule_version after insert on commission_rule_versions
  for each row execute function app.check_rule_version();

-- The version for a lead that is signed on a day: the partner's own for the offer, the partner's own, the offer's, the programme's.
create function app.rule_for(partner uuid, of_offer text, day date) returns commission_rule_versions
  language sql stable security definer set search_path = public, pg_temp as $$
  select v.rule_id, v.version, v.valid_from, v.definition, v.published_by, v.published_at
  from commission_rules r cross join lateral (
    select * from commission_rule_versions w where w.rule_id = r.id and w.valid_from <= day
    order by w.valid_from desc, w.version desc limit 1) v
  where (r.partner_id is null or r.partner_id = partner) and (r.offer is null or r.offer = of_offer) and v.definition is not null
  order by r.partner_id is null, r.offer is null limit 1
$$;
revoke execute on function app.rule_for(uuid, text, date) from public;

-- Every commission says by which version it was made; `reason` is the arithmetic of those that another rule than the
-- specification's made: what it took into account, and how much of it a cap cut.
alter table commissions
  add column rule_id uuid not null default '01940000-0000-7000-8000-000000000205',
  add column rule_version integer not null default 1,
  add column reason jsonb,
  add constraint commissions_rule foreign key (rule_id, rule_version) references commission_rule_versions;

-- What a lead brings one of its partners under another rule than the specification's, frozen when it was signed.
create table lead_signings (
  lead_id uuid not null references leads,
  partner_id uuid not null references profiles,
  rule_id uuid not null,
  rule_version integer not null,
  signed_on date not null,
  revenue_cents bigint not null,
  -- In hundredths of a percent; those of a lead add up.
  share integer not null default 10000,
  commission_rate numeric(5, 2),
  tier_name text not null default '',
  tier_names jsonb not null default '{}',
  fixed_cents bigint,
  lead_cap_cents bigint,
  primary key (lead_id, partner_id),
  constraint lead_signings_rule foreign key (rule_id, rule_version) references commission_rule_versions,
  constraint lead_signings_share check (share between 1 and 10000),
  constraint lead_signings_revenue check (revenue_cents >= 0),
  constraint lead_signings_tier_names check (app.names_fit(tier_names, 50))
);
create index lead_signings_by_partner on lead_signings (partner_id);

-- What happened to leads under such rules, in the order in which it was recorded. Nothing of it ever changes: what a fact brought
-- can be worked out again.
create table commission_facts (
  seq bigint generated by default as identity primary key,
  partner_id uuid not null references profiles,
  rule_id uuid not null references commission_rules,
  -- The lead may be gone: only what never counted goes with it.
  lead_id uuid not null,
  kind text not null,
  day date not null,
  recorded_at timestamptz not null,
  body jsonb not null default '{}',
  constraint commission_facts_kind
    check (kind in ('signed', 'validated', 'corrected', 'paid', 'refunded', 'taken_back', 'left', 'withdrawn'))
);
create index commission_facts_of_partner on commission_facts (partner_id, rule_id, seq);

create function app.refuse_change() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'what was recorded stays as it is' using errcode = 'check_violation', constraint = 'commission_facts_final';
end $$;
create trigger fact_stays before update or delete on commission_facts for each row execute function app.refuse_change();

-- The terms of a signature are those of the rule of its day.
create function app.check_signing() returns trigger
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
      or new.revenue_cents <> lead.estimated_amount_cents
      or not app.is_share(new.fixed_cents, (terms ->> 'fixedCents')::bigint, new.share)
      or not app.is_share(new.lead_cap_cents, (terms #>> '{cap,leadCents}')::bigint, new.share) then
    raise exception 'a lead is signed under the rule of its day'
      using errcode = 'check_violation', constraint = 'lead_signings_terms';
  end if;
  return new;
end $$;

-- Whether cents are a share of a sum, rounded up or down.
create function app.is_share(cents bigint, whole bigint, share integer) returns boolean
  language sql immutable parallel safe set search_path = pg_temp as $$
  select case when whole is null then cents is null
    else coalesce(cents >= 0 and abs(cents::numeric * 10000 - whole::numeric * share) < 10000, false) end
$$;
create trigger check_signing before insert on lead_signings for each row execute function app.check_signing();

-- What is due by the client's payments is expected of the client.
create function app.keep_lead_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    update lead_terms set expected_cents = null where lead_id = old.lead_id
      and not exists (select from lead_signings where lead_id = old.lead_id);
    return null;
  end if;
  if (select definition ->> 'base' from commission_rule_versions where (rule_id, version) = (new.rule_id, new.rule_version))
      = 'client_payment' then
    insert into lead_terms (lead_id, commission_basis, expected_cents) values (new.lead_id, 'cash', new.revenue_cents)
      on conflict (lead_id) do update set commission_basis = 'cash', expected_cents = excluded.expected_cents;
  end if;
  return null;
end $$;
create trigger keep_lead_terms after insert or delete on lead_signings
  for each row execute function app.keep_lead_terms();

-- The arithmetic of a line of such a rule. What was taken back while it was pending is beside it in `taken`.
create function app.commission_adds_up(kind text, revenue bigint, rate numeric, amount bigint, reason jsonb) returns boolean
  language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case when kind = 'clawback' then coalesce(
      amount <= 0 and revenue <= 0 and (amount < 0 or revenue < 0) and reason ->> 'why' in ('taken_back', 'left', 'bonus_lost'), false)
    else coalesce((
      select revenue >= 0 and amount >= 0 and t.taken_amount >= 0 and t.taken_revenue >= 0
        and amount + t.taken_amount = least(g.gross, coalesce((reason #>> '{cut,roomCents}')::bigint, g.gross))
        and (reason -> 'cut' = 'null' or (reason #>> '{cut,roomCents}')::bigint < g.gross)
        and case reason ->> 'why'
          when 'rate' then kind in ('deal', 'payment') and rate = (reason ->> 'ratePercent')::numeric
            and g.gross = round((revenue + t.taken_revenue)::numeric * rate / 100)
          when 'fixed' then kind = 'fixed' and g.gross = (reason ->> 'fixedCents')::bigint
          when 'bonus' then kind = 'bonus' and revenue = 0
            and g.gross = (reason ->> 'targetCents')::bigint - (reason ->> 'beforeCents')::bigint
            and (reason ->> 'value')::numeric >= (reason #>> '{bonus,from}')::numeric
            and (reason ->> 'targetCents')::bigint = coalesce((reason #>> '{bonus,pays,cents}')::bigint,
              round(greatest((reason ->> 'countedCents')::numeric, 0) * (reason #>> '{bonus,pays,percent}')::numeric / 100))
          else false end
      from (select coalesce((reason #>> '{taken,revenueCents}')::bigint, 0) as taken_revenue,
          coalesce((reason #>> '{taken,amountCents}')::bigint, 0) as taken_amount) t,
        (select (reason ->> 'grossCents')::bigint as gross) g), false) end
$$;

alter table commissions
  drop constraint commissions_amount,
  drop constraint commissions_kind,
  drop constraint commissions_kind_lead,
  drop constraint commissions_client_payment,
  drop constraint commissions_revenue_sign,
  add constraint commissions_amount check (
    case when reason is not null then app.commission_adds_up(kind, revenue_cents, commission_rate, amount_cents, reason)
      when kind = 'clawback' then amount_cents <= 0
      else amount_cents = round(revenue_cents::numeric * commission_rate / 100) end),
  add constraint commissions_kind check (kind in ('deal', 'manual', 'clawback', 'payment', 'fixed', 'bonus')),
  add constraint commissions_kind_lead
    check (case when kind in ('manual', 'bonus') then lead_id is null when kind = 'clawback' then true else lead_id is not null end),
  add constraint commissions_kind_reason
    check (case when kind in ('fixed', 'bonus') then reason is not null when kind = 'manual' then reason is null else true end),
  add constraint commissions_client_payment check (
    case when kind = 'payment' then client_payment_id is not null and status <> 'en_attente'
      when kind = 'clawback' then true
      when kind = 'fixed' then client_payment_id is null or status <> 'en_attente'
      else client_payment_id is null end),
  add constraint commissions_revenue_sign check (
    case when kind <> 'clawback' then revenue_cents >= 0 when reason is null then revenue_cents < 0 else revenue_cents <= 0 end);

-- Under another rule than the specification's a signature or a payment may bring several lines, each of one fact.
drop index commissions_deal_once;
create unique index commissions_deal_once on commissions (lead_id) where kind = 'deal' and reason is null;
drop index commissions_client_payment_once;
create unique index commissions_client_payment_once on commissions (client_payment_id)
  where client_payment_id is not null and reason is null;
create index commissions_by_client_payment on commissions (client_payment_id) where client_payment_id is not null;
create unique index commissions_fact_once on commissions (((reason ->> 'seq')::bigint), ((reason ->> 'line')::integer))
  where reason is not null;
-- Those that are validated by hand, whatever the programme says.
create index commissions_pending_by_rule on commissions (id) where status = 'en_attente' and kind = 'deal' and reason is not null;
create index commissions_by_rule on commissions (partner_id, rule_id, (reason ->> 'year')) where reason is not null;

-- A line of a rule: its version's definition, its lead's terms and what the caps have left.
create function app.check_rule_line() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  terms jsonb := (select definition from commission_rule_versions where (rule_id, version) = (new.rule_id, new.rule_version));
  signing lead_signings;
  fact commission_facts;
  gross bigint := (new.reason ->> 'grossCents')::bigint;
  whole bigint := new.amount_cents + coalesce((new.reason #>> '{taken,amountCents}')::bigint, 0);
  room bigint := gross;
begin
  select * into fact from commission_facts where seq = (new.reason ->> 'seq')::bigint;
  if (fact.partner_id, fact.rule_id) is distinct from (new.partner_id, new.rule_id) then
    raise exception 'a line is of a fact of its partner' using errcode = 'check_violation', constraint = 'commissions_rule_line';
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
create trigger check_rule_line before insert on commissions
  for each row when (new.reason is not null and new.kind <> 'clawback') execute function app.check_rule_line();

-- A line keeps the rule that made it; its arithmetic changes while it is pending, by what is taken from it.
create function app.commission_keeps_rule() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (new.rule_id, new.rule_version) <> (old.rule_id, old.rule_version)
      or new.reason - 'taken' is distinct from old.reason - 'taken' or old.status <> 'en_attente' then
    raise exception 'a commission keeps the rule that made it'
      using errcode = 'check_violation', constraint = 'commissions_rule_kept';
  end if;
  return new;
end $$;
create trigger commission_keeps_rule before update of rule_id, rule_version, reason on commissions
  for each row when ((old.rule_id, old.rule_version, old.reason) is distinct from (new.rule_id, new.rule_version, new.reason))
  execute function app.commission_keeps_rule();

create or replace function app.check_clawback() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  original commissions;
  revenue_left bigint;
  amount_left bigint;
begin
  select * into original from commissions where id = new.reverses_id for no key update;
  if (new.reason is null) <> (original.reason is null) then
    raise exception 'what a rule made it takes back itself'
      using errcode = 'check_violation', constraint = 'commissions_clawback_bound';
  end if;
  -- A bonus whose threshold is no longer reached goes with what its partner does.
  if new.partner_id = app.user_id() and new.reason ->> 'why' is distinct from 'bonus_lost' then
    raise exception 'nobody takes back a commission of their own'
      using errcode = 'check_violation', constraint = 'commissions_own';
  end if;
  if new.reason is not null then
    if not app.clawback_by_rule(original, new) then
      raise exception 'a clawback takes back what its rule says'
        using errcode = 'check_violation', constraint = 'commissions_clawback_bound';
    end if;
    return new;
  end if;
  select original.revenue_cents + coalesce(sum(revenue_cents), 0), original.amount_cents + coalesce(sum(amount_cents), 0)
    into revenue_left, amount_left from commissions where reverses_id = new.reverses_id;
  if original.kind = 'clawback' or original.status = 'en_attente' or new.partner_id <> original.partner_id
      or new.lead_id is distinct from original.lead_id or new.commission_rate <> original.commission_rate
      or new.tier_name <> original.tier_name or new.tier_names <> original.tier_names
      or (new.rule_id, new.rule_version) <> (original.rule_id, original.rule_version)
      or revenue_left + new.revenue_cents < 0
      or new.amount_cents <> (case when revenue_left + new.revenue_cents = 0 then -amount_left
        else greatest(round(new.revenue_cents * new.commission_rate / 100), -amount_left) end) then
    raise exception 'a clawback takes back at most what was earned, at the same rate'
      using errcode = 'check_violation', constraint = 'commissions_clawback_bound';
  end if;
  return new;
end $$;

-- What a clawback under a rule takes: a part of the revenue at the rate of its line, the months that a client did not stay, or a
-- bonus. What a cap had cut goes before money does.
create function app.clawback_by_rule(original commissions, taken commissions) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  revenue_left bigint;
  amount_left bigint;
  gross_left bigint;
  revenue bigint := -taken.revenue_cents;
  amount bigint := -taken.amount_cents;
  gross bigint := -(taken.reason ->> 'grossCents')::bigint;
  months numeric := (taken.reason ->> 'months')::numeric;
  open numeric := months - (taken.reason ->> 'stayed')::numeric;
begin
  select original.revenue_cents + coalesce(sum(c.revenue_cents), 0), original.amount_cents + coalesce(sum(c.amount_cents), 0),
      (original.reason ->> 'grossCents')::bigint - coalesce((original.reason #>> '{taken,grossCents}')::bigint, 0)
        + coalesce(sum((c.reason ->> 'grossCents')::bigint), 0)
    into revenue_left, amount_left, gross_left from commissions c where c.reverses_id = original.id;
  if original.kind = 'clawback' or original.status = 'en_attente' or taken.partner_id <> original.partner_id
      or taken.lead_id is distinct from original.lead_id
      or (taken.commission_rate, taken.tier_name, taken.tier_names, taken.rule_id, taken.rule_version, taken.reason ->> 'year')
        is distinct from (original.commission_rate, original.tier_name, original.tier_names, original.rule_id,
          original.rule_version, original.reason ->> 'year')
      or revenue not between 0 and revenue_left or amount not between 0 and amount_left or gross not between 0 and gross_left then
    return false;
  end if;
  return coalesce(case taken.reason ->> 'why'
    when 'taken_back' then
      gross = case when (taken.reason ->> 'isRest')::boolean then gross_left when original.kind = 'fixed' then 0
        else least(round(revenue * original.commission_rate / 100), gross_left) end
      and amount = amount_left - least(amount_left, gross_left - gross)
      and (revenue = revenue_left or not (taken.reason ->> 'isRest')::boolean)
    when 'left' then revenue = round(revenue_left * open / months) and amount = round(amount_left * open / months)
      and gross = round(gross_left * open / months)
    when 'bonus_lost' then original.kind = 'bonus' and revenue = 0 and gross = 0
    else false end, false);
end $$;
revoke execute on function app.clawback_by_rule(commissions, commissions) from public;

create or replace function app.check_part() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  source client_payments;
  revenue_left bigint;
begin
  select * into source from client_payments where id = new.client_payment_id;
  if new.kind <> 'clawback' then
    if source.kind <> 'payment' or source.lead_id <> new.lead_id
        or (new.reason is null or (new.reason ->> 'shareBasisPoints')::integer = 10000)
          and source.net_cents <> coalesce((new.reason ->> 'leadRevenueCents')::bigint, new.revenue_cents)
        or new.revenue_cents > source.net_cents then
      raise exception 'a part is what its payment brought'
        using errcode = 'check_violation', constraint = 'commissions_part_of_payment';
    end if;
    if new.partner_id = app.user_id() then
      raise exception 'nobody validates a commission of their own'
        using errcode = 'check_violation', constraint = 'commissions_own';
    end if;
    return new;
  end if;
  select o.revenue_cents + coalesce(sum(c.revenue_cents), 0) into revenue_left
    from commissions o left join commissions c on c.reverses_id = o.id
    where o.id = new.reverses_id and o.client_payment_id = source.refunds_id group by o.id;
  if revenue_left is null or new.reason is null and new.revenue_cents <> -least(source.net_cents, revenue_left) then
    raise exception 'a clawback after a refund takes back what was refunded'
      using errcode = 'check_violation', constraint = 'commissions_part_of_payment';
  end if;
  return new;
end $$;

-- Under another rule than the specification's, what counts is what the facts brought.
create or replace function app.check_received() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  subject uuid := coalesce((to_jsonb(new) ->> 'lead_id')::uuid, (to_jsonb(old) ->> 'lead_id')::uuid);
  received bigint;
  expected bigint;
begin
  select sum(case kind when 'payment' then net_cents else -net_cents end) into received
    from client_payments where lead_id = subject;
  if received is null or exists (select from lead_signings where lead_id = subject) then return null; end if;
  select expected_cents into expected from lead_terms where lead_id = subject;
  if expected is null
      or greatest(expected - received, 0)
        <> (select coalesce(sum(revenue_cents), 0) from commissions where lead_id = subject and kind = 'deal')
      or exists (select from commissions where lead_id = subject and kind = 'deal' and (status <> 'en_attente' or revenue_cents = 0))
      or (select count(distinct (commission_rate, tier_name, tier_names)) from commissions where lead_id = subject) <> 1
      or exists (
        select from client_payments p left join commissions c on c.client_payment_id = p.id
        where p.lead_id = subject and c.id is null and (p.kind = 'payment' or exists (
          select from commissions o where o.client_payment_id = p.refunds_id
            and o.revenue_cents + (select coalesce(sum(revenue_cents), 0) from commissions where reverses_id = o.id) > 0))
      ) then
    raise exception 'what the client has paid and what is still expected make up the commissions of a lead'
      using errcode = 'check_violation', constraint = 'client_payments_add_up';
  end if;
  return null;
end $$;

-- A signed lead has its commission, or the terms by which its client's payments bring one.
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
    )
  ) then
    raise exception 'a signed lead has its commission'
      using errcode = 'check_violation', constraint = 'leads_signed_commission';
  end if;
  return null;
end $$;

create or replace function app.check_own_commission() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from commissions c join leads l on l.id = c.lead_id, app.tier_of(c.partner_id) t
    where c.id = new.id and c.status = 'en_attente'
      and case when c.reason is null then c.revenue_cents <> l.estimated_amount_cents or c.commission_rate <> t.commission_rate
          or c.tier_name <> t.name or c.tier_names <> t.names
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

alter table commission_rules enable row level security;
alter table commission_rule_versions enable row level security;
alter table lead_signings enable row level security;
alter table commission_facts enable row level security;

create policy system_reads on commission_rules for select to passerelle_system using (true);
create policy admin_all on commission_rules to passerelle_admin using (true) with check (true);
create policy rights on commission_rules as restrictive to passerelle_admin
  using (true) with check ((select app.has_right('programme')));
-- Partners read the rules that could make their own lines.
create policy own_reads on commission_rules for select to passerelle_partner
  using (partner_id is null or partner_id = app.user_id());
create policy system_reads on commission_rule_versions for select to passerelle_system using (true);
create policy admin_all on commission_rule_versions to passerelle_admin using (true) with check (true);
create policy rights on commission_rule_versions as restrictive to passerelle_admin
  using (true) with check ((select app.has_right('programme')));
-- What has begun stays; what was used stays by the references to it.
create policy right_to_delete on commission_rule_versions as restrictive for delete to passerelle_admin
  using (valid_from > (now() at time zone app.time_zone())::date and (select app.has_right('programme')));
create policy own_reads on commission_rule_versions for select to passerelle_partner
  using (exists (select from commission_rules r where r.id = rule_id));

create policy system_all on lead_signings to passerelle_system using (true) with check (true);
create policy admin_all on lead_signings to passerelle_admin using (true) with check (true);
create policy rights on lead_signings as restrictive to passerelle_admin
  using (true) with check ((select app.has_right('leads', 'money')));
create policy right_to_delete on lead_signings as restrictive for delete to passerelle_admin
  using ((select app.has_right('leads', 'money')));
create policy own_reads on lead_signings for select to passerelle_partner using (partner_id = app.user_id());
create policy own_adds on lead_signings for insert to passerelle_partner
  with check (partner_id = app.user_id()
    and exists (select from leads l where l.id = lead_id and l.partner_id = app.user_id()));
create policy own_removes on lead_signings for delete to passerelle_partner using (partner_id = app.user_id());

create policy system_all on commission_facts to passerelle_system using (true) with check (true);
create policy admin_all on commission_facts to passerelle_admin using (true) with check (true);
create policy rights on commission_facts as restrictive to passerelle_admin
  using (true) with check ((select app.has_right('leads', 'money')));
create policy own_reads on commission_facts for select to passerelle_partner using (partner_id = app.user_id());
create policy own_adds on commission_facts for insert to passerelle_partner
  with check (partner_id = app.user_id() and kind in ('signed', 'withdrawn'));

drop policy own_adds on commissions;
create policy own_adds on commissions for insert to passerelle_partner
  with check (partner_id = app.user_id() and held_reason is null
    and (status = 'en_attente' and (kind = 'deal' or reason is not null and kind in ('fixed', 'bonus'))
      or status = 'valide' and kind = 'clawback' and reason ->> 'why' = 'bonus_lost'));

grant select on commission_rules, commission_rule_versions to passerelle_system, passerelle_partner, passerelle_admin;
grant insert on commission_rules to passerelle_admin;
grant insert, delete on commission_rule_versions to passerelle_admin;
grant select, insert, delete on lead_signings to passerelle_system, passerelle_partner, passerelle_admin;
grant select, insert (partner_id, rule_id, lead_id, kind, day, recorded_at, body) on commission_facts
  to passerelle_system, passerelle_partner, passerelle_admin;

-- Last: a table whose rows wait for their check cannot be altered.
create constraint trigger check_signed_lead after insert or delete on lead_signings
  deferrable initially deferred for each row execute function app.check_signed_lead();
