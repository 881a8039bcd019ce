-- What each change of a lead, and each search of leads, costs the database.

-- In plpgsql, whose plans and expressions are kept: a function in SQL that has settings of its own is parsed and planned again in
-- each statement that calls it.
create or replace function app.unaccent(value text) returns text
  language plpgsql immutable parallel safe strict as $$
begin
  return public.unaccent('public.unaccent', value);
end $$;

create or replace function app.role_of(person uuid) returns text
  language plpgsql stable set search_path = public, pg_temp as $$
begin
  return coalesce((select role from user_roles where user_id = person), 'partner');
end $$;

-- Locks a new lead's contact (app.hold_contact) and then answers the lead that it may duplicate (app.known_lead): in one
-- statement, whose inner ones see what was committed before the lock was granted.
create function app.claim_contact(lead_email text, lead_company text) returns uuid
  language plpgsql volatile set search_path = public, pg_temp as $$
begin
  perform app.hold_contact(lead_email, lead_company);
  return app.known_lead(lead_email, lead_company, null);
end $$;
revoke all on function app.claim_contact(text, text) from public;
grant execute on function app.claim_contact(text, text) to passerelle_partner, passerelle_admin, passerelle_system;

-- One trigger keeps a partner's sums and those over all partners: the changed rows are grouped once, and a status that the partner
-- already has costs one update.
drop trigger total_added on leads;
drop trigger total_changed on leads;
drop trigger total_removed on leads;
drop function app.total_leads();

create function app.add_to_lead_stats(partner uuid, stage text, n bigint, cents bigint, duplicates bigint) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  if n <> 0 or cents <> 0 then
    update lead_stats s set count = s.count + n, amount_cents = s.amount_cents + cents
      where s.partner_id = partner and s.status = stage;
    if not found then
      insert into lead_stats as s (partner_id, status, count, amount_cents) values (partner, stage, n, cents)
        on conflict (partner_id, status) do update
          set count = s.count + excluded.count, amount_cents = s.amount_cents + excluded.amount_cents;
    end if;
  end if;
  perform app.add_to_lead_totals(stage, n, cents, duplicates);
end $$;

-- Partners and statuses in one order everywhere, so that two writers cannot wait for each other.
create or replace function app.count_leads() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform app.add_to_lead_stats(partner_id, status, n, cents, duplicates) from (
      select partner_id, status, count(*) as n, sum(estimated_amount_cents)::bigint as cents,
        count(possible_duplicate_of) as duplicates
      from added group by 1, 2 order by 1, 2
    ) change;
  elsif tg_op = 'DELETE' then
    perform app.add_to_lead_stats(partner_id, status, n, cents, duplicates) from (
      select partner_id, status, -count(*) as n, -sum(estimated_amount_cents)::bigint as cents,
        -count(possible_duplicate_of) as duplicates
      from removed group by 1, 2 order by 1, 2
    ) change;
  else
    perform app.add_to_lead_stats(partner_id, status, n, cents, duplicates) from (
      select partner_id, status, sum(n)::bigint as n, sum(cents)::bigint as cents, sum(duplicate)::bigint as duplicates from (
        select partner_id, status, 1 as n, estimated_amount_cents as cents,
          (possible_duplicate_of is not null)::integer as duplicate from added
        union all
        select partner_id, status, -1, -estimated_amount_cents, -(possible_duplicate_of is not null)::integer from removed
      ) both_sides group by 1, 2
      having sum(n) <> 0 or sum(cents) <> 0 or sum(duplicate) <> 0
      order by 1, 2
    ) change;
  end if;
  return null;
end $$;

-- Judged at commit, as before, but only for a lead that is signed before or after the change: all others need no commission, and
-- every commission that is added or removed is judged by itself.
drop trigger check_signed_lead on leads;
create constraint trigger check_signed_lead after update of status, partner_id on leads
  deferrable initially deferred for each row when ('signe' in (old.status, new.status))
  execute function app.check_signed_lead();
create constraint trigger check_new_lead after insert on leads
  deferrable initially deferred for each row when (new.status = 'signe') execute function app.check_signed_lead();

-- The ids of one page, newest first, of the leads that `needle` (a LIKE pattern) finds. A frequent word fills a page from the newest
-- leads, and one that is not rare among them from those behind: these plans do not depend on the pattern and are made once. The
-- planner judges the others by its statistics, which takes longer than a small walk. A pattern without three letters in a row has
-- no trigrams to look for, only the walk.
create or replace function app.search_leads(needle text, stage text, after_at timestamptz, after_id uuid, page_size integer)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  before_at timestamptz := coalesce(after_at, 'infinity');
  before_id uuid := coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  has_trigrams boolean := needle ~ '[[:alnum:]]{3}';
  depth integer;
  found_ids uuid[];
begin
  foreach depth in array array[1500, case when has_trigrams then 9000 end] loop
    if stage is null then
      found_ids := array(
        select id from (
          select id, created_at, search_text from leads
          where created_at > '-infinity' and (created_at, id) < (before_at, before_id)
          order by created_at desc, id desc limit depth
        ) newest where search_text like needle order by created_at desc, id desc limit page_size
      );
    else
      found_ids := array(
        select id from (
          select id, created_at, search_text from leads
          where created_at > '-infinity' and status = stage and (created_at, id) < (before_at, before_id)
          order by created_at desc, id desc limit depth
        ) newest where search_text like needle order by created_at desc, id desc limit page_size
      );
    end if;
    if depth is null or cardinality(found_ids) = page_size then
      return query select unnest(found_ids);
      return;
    end if;
    exit when has_trigrams and cardinality(found_ids) * 6 < page_size;
  end loop;
  return query execute
    'select id from leads where created_at > ''-infinity'' and (created_at, id) < ($3, $4) and search_text like $1'
    || case when stage is null then '' else ' and status = $2' end
    || ' order by created_at desc, id desc limit $5'
    using needle, stage, before_at, before_id, page_size;
end $$;
