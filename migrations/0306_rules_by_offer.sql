-- Offers may have rules of their own: where nothing is paid by tiers, visitors read what applies to each offer, rather than the
-- rule for every offer, which may apply to none.
drop function app.programme_rule();

create function app.programme_rules() returns setof jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select in_force.definition from offers o
      cross join lateral (
        select latest.definition, latest.offer is null as is_general from (
          select distinct on (r.id) r.offer, v.definition from commission_rules r join commission_rule_versions v on v.rule_id = r.id
          where r.partner_id is null and (r.offer is null or r.offer = o.key)
            and v.valid_from <= (now() at time zone app.time_zone())::date
          order by r.id, v.valid_from desc, v.version desc
        ) latest
        where latest.definition is not null order by is_general limit 1
      ) in_force
    where o.archived_at is null and not app.pays_by_tiers()
    order by in_force.is_general desc, o.place;
end $$;
revoke execute on function app.programme_rules() from public;
grant execute on function app.programme_rules() to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;
