-- What lists of leads are shown by: the days after which a lead is stale in its stage, the fields that cards and lists show, and
-- whether one of them stands where partners read nothing. A list of leads asks for it once. A function keeps its plans for the
-- connection, where three subqueries would be planned anew with every list; its caller's policies hold in it.
create function app.lead_list_settings() returns jsonb
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return jsonb_build_object(
    'staleAfterDays', coalesce(
      (select jsonb_object_agg(key, stale_after_days) from lead_stages where stale_after_days is not null), '{}'),
    'fields', coalesce((select jsonb_agg(key) from lead_fields where (on_card or in_list) and put_away_at is null), '[]'),
    'hasHidden', exists (
      select from lead_fields where (on_card or in_list) and put_away_at is null and partner_access = 'none'));
end $$;
revoke execute on function app.lead_list_settings() from public;
grant execute on function app.lead_list_settings() to passerelle_partner, passerelle_admin, passerelle_system;
