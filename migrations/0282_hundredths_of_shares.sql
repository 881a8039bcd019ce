-- Parts of a split are hundredths of a percent, so that three partners can have a third each.
alter table lead_shares drop constraint lead_shares_percent;
alter table lead_shares rename column percent to share;
alter table lead_shares alter column share type integer using share * 100;
alter table lead_shares add constraint lead_shares_share check (share between 1 and 9999);

create or replace function app.share_of(lead uuid, partner uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(sum(share) filter (where partner_id = partner), 10000 - coalesce(sum(share), 0))::integer
  from lead_shares where lead_id = lead
$$;

create or replace function app.check_lead_share() returns trigger
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
      or (select sum(share) from lead_shares where lead_id = lead.id) > 9999 then
    raise exception 'a lead is shared with others, and its partner keeps a part of it'
      using errcode = 'check_violation', constraint = 'lead_shares_of_others';
  end if;
  return null;
end $$;

create or replace function app.partners_of_lead(lead uuid) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_agg(jsonb_build_object('id', c.id, 'name', p.full_name,
      'deleted', p.deleted_at is not null and c.merged_into is null,
      'percent', trim_scale(app.share_of(lead, c.id) / 100.0)) order by c.id <> l.partner_id, s.shared_at, c.id)
  from leads l
    join partners c on c.id = l.partner_id or c.id in (select partner_id from lead_shares where lead_id = l.id)
    join profiles p on p.user_id = c.main_person_id
    left join lead_shares s on (s.lead_id, s.partner_id) = (l.id, c.id)
  where l.id = lead and exists (select from lead_shares where lead_id = l.id)
    and (current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.partner_id()
      or exists (select from lead_shares where (lead_id, partner_id) = (l.id, app.partner_id())))
$$;

-- What a rate makes of a part of a revenue is rounded up or down, so that the parts add up to what it makes of the whole.
create function app.rounded_part(reason jsonb, exact numeric, gross bigint) returns bigint
  language sql immutable parallel safe set search_path = pg_temp as $$
  select (case when coalesce((reason ->> 'shareBasisPoints')::integer, 10000) = 10000 then round(exact)
    else greatest(floor(exact), least(ceil(exact), gross)) end)::bigint
$$;

-- What is taken back of a part is what the others leave of what the rate makes of all that is taken, whatever lacks a cent.
create function app.taken_part(reason jsonb, exact numeric, gross bigint) returns bigint
  language sql immutable parallel safe set search_path = pg_temp as $$
  select (case when coalesce((reason ->> 'shareBasisPoints')::integer, 10000) = 10000 or abs(gross - exact) >= 100
    then round(exact) else gross end)::bigint
$$;

create or replace function app.commission_adds_up(kind text, revenue bigint, rate numeric, amount bigint, reason jsonb) returns boolean
  language sql immutable parallel safe set search_path = public, pg_temp as $$
  select case when kind = 'clawback' then coalesce(
      amount <= 0 and revenue <= 0 and (amount < 0 or revenue < 0) and reason ->> 'why' in ('taken_back', 'left', 'bonus_lost'), false)
    else coalesce((
      select revenue >= 0 and amount >= 0 and t.taken_amount >= 0 and t.taken_revenue >= 0
        and amount + t.taken_amount = least(g.gross, coalesce((reason #>> '{cut,roomCents}')::bigint, g.gross))
        and (reason -> 'cut' = 'null' or (reason #>> '{cut,roomCents}')::bigint < g.gross)
        and case reason ->> 'why'
          when 'rate' then kind in ('deal', 'payment') and rate = (reason ->> 'ratePercent')::numeric
            and g.gross = app.rounded_part(reason, (revenue + t.taken_revenue)::numeric * rate / 100, g.gross)
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
        else least(app.taken_part(original.reason, revenue * original.commission_rate / 100, gross), gross_left) end
      and amount = amount_left - least(amount_left, gross_left - gross)
      and (revenue = revenue_left or not (taken.reason ->> 'isRest')::boolean)
    when 'left' then revenue = round(revenue_left * open / months) and amount = round(amount_left * open / months)
      and gross = round(gross_left * open / months)
    when 'bonus_lost' then original.kind = 'bonus' and revenue = 0 and gross = 0
    else false end, false);
end $$;
