-- What is refunded after a client's departure is a part of what would be left if they had stayed.
create or replace function app.clawback_by_rule(original commissions, taken commissions)
 returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  revenue_left bigint;
  amount_left bigint;
  gross_left bigint;
  revenue bigint := -taken.revenue_cents;
  amount bigint := -taken.amount_cents;
  gross bigint := -(taken.reason ->> 'grossCents')::bigint;
  stay jsonb := coalesce(taken.reason -> 'left', taken.reason);
  months numeric := (stay ->> 'months')::numeric;
  open numeric := months - (stay ->> 'stayed')::numeric;
  whole_revenue bigint := (stay #>> '{whole,revenueCents}')::bigint;
  whole_amount bigint := (stay #>> '{whole,amountCents}')::bigint;
  whole_gross bigint := (stay #>> '{whole,grossCents}')::bigint;
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
  -- After the client's departure the months that they stayed are kept of what would be left if they had stayed.
  if taken.reason ->> 'why' = 'taken_back' and taken.reason -> 'left' is not null then
    return coalesce(not (taken.reason ->> 'isRest')::boolean
      and revenue_left - revenue = least(revenue_left, whole_revenue - round(whole_revenue * open / months))
      and amount_left - amount = least(amount_left, whole_amount - round(whole_amount * open / months))
      and gross_left - gross = least(gross_left, whole_gross - round(whole_gross * open / months)), false);
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

-- A payment that becomes the first one takes back what the former first one brought.
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
    if new.partner_id = app.partner_id() then
      raise exception 'nobody validates a commission of their own'
        using errcode = 'check_violation', constraint = 'commissions_own';
    end if;
    return new;
  end if;
  if source.kind = 'payment' and source.lead_id = new.lead_id and new.reason ->> 'fact' = 'paid' then
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

-- A cap for a lead counts what its lines would be if the client had stayed.
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
  -- Made anew, what was taken from it before was room for others meanwhile. The departure of a client leaves no room in the cap
  -- for the lead.
  if whole <> room and coalesce((new.reason #>> '{taken,amountCents}')::bigint, 0) = 0 and not (whole < room
      and signing.lead_cap_cents is not null
      and exists (select from commission_facts where lead_id = new.lead_id and partner_id = new.partner_id and kind = 'left')) then
    raise exception 'a line is what the caps leave of it' using errcode = 'check_violation', constraint = 'commissions_rule_caps';
  end if;
  return new;
end $$;
