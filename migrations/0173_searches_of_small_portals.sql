-- A search of a small portal, and one for a rare word, cost a fraction of what they did.

-- The ids of one page, newest first, of the leads that `needle` (a LIKE pattern) finds. A frequent word fills a page from the newest
-- leads, and one that is not rare among them from those behind: these plans do not depend on the pattern and are made once. Each
-- walk goes on where the last one ended, and ends once 9000 leads would not fill the page at that rate. Then a small portal reads
-- all that the trigrams find, by a plan that is made once as well; of a large one that may be too many, so that the planner judges
-- by its statistics, which takes longer than a small walk. A pattern without three letters in a row has no trigrams to look for,
-- only the walk. No scan of all leads is worth its while beside these indexes; without it, what the planner adds for one that it
-- cannot avoid (the few sums) must not look dear enough to be compiled.
create or replace function app.search_leads(needle text, stage text, after_at timestamptz, after_id uuid, page_size integer)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set jit = off as $$
declare
  before_at timestamptz := coalesce(after_at, 'infinity');
  before_id uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  has_trigrams boolean := needle ~ '[[:alnum:]]{3}';
  depth integer;
  walked integer := 0;
  found_ids uuid[] := '{}';
begin
  foreach depth in array array[150, 1500, case when has_trigrams then 9000 end] loop
    if stage is null then
      found_ids := found_ids || array(
        select id from (
          select id, created_at, search_text from leads
          where created_at > '-infinity' and (created_at, id) < (before_at, before_id)
          order by created_at desc, id desc limit depth - walked offset walked
        ) newest where search_text like needle order by created_at desc, id desc limit page_size - cardinality(found_ids)
      );
    else
      found_ids := found_ids || array(
        select id from (
          select id, created_at, search_text from leads
          where created_at > '-infinity' and status = stage and (created_at, id) < (before_at, before_id)
          order by created_at desc, id desc limit depth - walked offset walked
        ) newest where search_text like needle order by created_at desc, id desc limit page_size - cardinality(found_ids)
      );
    end if;
    if depth is null or cardinality(found_ids) = page_size then
      return query select unnest(found_ids);
      return;
    end if;
    if has_trigrams and walked = 0 and (select sum(count) <= 1500 from lead_totals) then
      return query
        select id from (select id, created_at, status from leads where search_text like needle offset 0) matching
        where (created_at, id) < (before_at, before_id) and (stage is null or status = stage)
        order by created_at desc, id desc limit page_size;
      return;
    end if;
    exit when has_trigrams and cardinality(found_ids) * (9000 / depth) < page_size;
    walked := depth;
  end loop;
  return query execute
    'select id from leads where created_at > ''-infinity'' and (created_at, id) < ($3, $4) and search_text like $1'
    || case when stage is null then '' else ' and status = $2' end
    || ' order by created_at desc, id desc limit $5'
    using needle, stage, before_at, before_id, page_size;
end $$;
