-- A partner that was merged into another one is named as it was, in the parts of a lead too: it is not deleted.
create or replace function app.partners_of_lead(lead uuid) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_agg(jsonb_build_object('id', c.id, 'name', p.full_name,
      'deleted', p.deleted_at is not null and c.merged_into is null,
      'percent', app.share_of(lead, c.id) / 100) order by c.id <> l.partner_id, s.shared_at, c.id)
  from leads l
    join partners c on c.id = l.partner_id or c.id in (select partner_id from lead_shares where lead_id = l.id)
    join profiles p on p.user_id = c.main_person_id
    left join lead_shares s on (s.lead_id, s.partner_id) = (l.id, c.id)
  where l.id = lead and exists (select from lead_shares where lead_id = l.id)
    and (current_setting('role') in ('passerelle_admin', 'passerelle_system') or l.partner_id = app.partner_id()
      or exists (select from lead_shares where (lead_id, partner_id) = (l.id, app.partner_id())))
$$;
