-- Searching the leads of all partners. Under a policy the planner may not ask what a LIKE finds and guesses badly, so
-- these functions look past the policies, and only staff, whose policies show every lead, may call them. A needle with
-- three letters in a row goes through the trigrams when it is rare; a frequent one is met soon on the way from the newest.
create index leads_search on leads using gin (search_text public.gin_trgm_ops);
alter table leads alter column search_text set statistics 1000;

-- The ids of one page, newest first. The plan depends on the needle, so it is made anew each time.
create function app.search_leads(needle text, stage text, after_at timestamptz, after_id uuid, page_size integer)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select id from leads where created_at > ''-infinity'' and search_text like $1'
    || case when stage is null then '' else ' and status = $2' end
    || case when after_at is null then '' else ' and (created_at, id) < ($3, $4)' end
    || ' order by created_at desc, id desc limit $5'
    using needle, stage, after_at, after_id, page_size;
end $$;

-- Count and sum of what a needle finds in each stage.
create function app.search_figures(needle text)
  returns table (status text, count bigint, amount_cents bigint)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute
    'select status, count(*), sum(estimated_amount_cents)::bigint from leads where search_text like $1 group by status'
    using needle;
end $$;

revoke all on function app.search_leads(text, text, timestamptz, uuid, integer), app.search_figures(text) from public;
grant execute on function app.search_leads(text, text, timestamptz, uuid, integer), app.search_figures(text)
  to passerelle_admin, passerelle_system;
