-- A stage that no lead was ever in can be deleted: the sums of leads keep a row of each stage that one has entered. Nor may a field
-- be required from it, or another stage have been merged into it.
create function app.is_unused_stage(stage text) returns boolean
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return stage not in ('signe', 'refuse')
    and not exists (select from lead_totals t where t.status = stage)
    and not exists (select from lead_fields f where f.required_from = stage)
    and not exists (select from lead_stages s where s.merged_into = stage);
end $$;
revoke execute on function app.is_unused_stage(text) from public;
grant execute on function app.is_unused_stage(text) to passerelle_admin;

create policy admin_deletes on lead_stages for delete to passerelle_admin using (true);
create policy right_to_delete on lead_stages as restrictive for delete to passerelle_admin
  using ((select app.has_right('programme')) and app.is_unused_stage(key));
grant delete on lead_stages to passerelle_admin;
