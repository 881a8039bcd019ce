-- Offers, fields and stages are archived, as templates, tiers and rules are. Functions name the columns in their bodies.
alter table offers rename put_away_at to archived_at;
alter table lead_fields rename put_away_at to archived_at;
alter table lead_stages rename put_away_at to archived_at;
do $$
declare
  definition text;
begin
  for definition in
    select pg_get_functiondef(p.oid) from pg_proc p
      where p.pronamespace = 'app'::regnamespace and p.prosrc ~ 'put_away_at|put away'
  loop
    execute replace(replace(definition, 'put_away_at', 'archived_at'), 'is put away', 'is archived');
  end loop;
end $$;
