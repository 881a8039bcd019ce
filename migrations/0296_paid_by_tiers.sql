-- Tiers whose rate no rule of the programme pays say nothing of what partners earn: visitors read the rule then, as where there
-- are no tiers.
create function app.pays_by_tiers() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (select from partner_tiers where archived_at is null) and exists (
    select from commission_rules r
      cross join lateral (
        select v.definition from commission_rule_versions v
        where v.rule_id = r.id and v.valid_from <= (now() at time zone app.time_zone())::date
        order by v.valid_from desc, v.version desc limit 1
      ) in_force
    where r.partner_id is null and in_force.definition -> 'rate' ? 'tiers'
      and (r.offer is null or exists (select from offers o where o.key = r.offer and o.archived_at is null)));
end $$;
revoke execute on function app.pays_by_tiers() from public;
grant execute on function app.pays_by_tiers() to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;

create or replace function app.programme_rule() returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (
    select v.definition from commission_rules r join commission_rule_versions v on v.rule_id = r.id
    where r.partner_id is null and r.offer is null and v.valid_from <= (now() at time zone app.time_zone())::date
      and not app.pays_by_tiers()
    order by v.valid_from desc, v.version desc limit 1);
end $$;
