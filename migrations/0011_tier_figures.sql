-- The landing page names how many tiers there are and their lowest and highest rate: visitors read these three figures,
-- not the tiers themselves.
create function app.tier_figures() returns table (tiers integer, lowest_rate numeric, highest_rate numeric)
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::integer, min(commission_rate), max(commission_rate) from partner_tiers
$$;
revoke all on function app.tier_figures() from public;
grant execute on function app.tier_figures()
  to passerelle_anonymous, passerelle_partner, passerelle_admin, passerelle_system;
