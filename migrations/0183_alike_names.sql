-- Names are found that are typed wrong by a letter.

create index profiles_search on profiles using gin (search_text public.gin_trgm_ops) with (gin_pending_list_limit = 128);

-- Ids of leads with words like all of these, or with one that `swapped` (a regular expression) tells, the likest first; at most so
-- many are compared. Who asks tells which of them are a letter away. Under a policy the planner would read every lead, so that this
-- looks past the policies, for staff alone, whose policies show every lead. Its plan is made once: to estimate what trigrams find
-- takes longer than to look.
create function app.search_leads_alike(words text[], swapped text, likeness real, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', likeness::text, true);
  return query
    select id from (
      select l.id, l.search_text from leads l
      where (l.search_text %> words[1] or l.search_text ~ swapped)
        and (words[2] is null or l.search_text %> words[2]) and (words[3] is null or l.search_text %> words[3])
      limit most
    ) alike
    order by word_similarity(words[1], search_text) desc, id desc;
end $$;
revoke all on function app.search_leads_alike(text[], text, real, integer) from public;
grant execute on function app.search_leads_alike(text[], text, real, integer) to passerelle_admin;
