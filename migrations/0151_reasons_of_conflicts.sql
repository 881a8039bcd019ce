-- A decision between two leads of a company that the rule does not prescribe has a written reason, whoever writes the row. For which
-- lead one was refused or merged is kept with it; partners do not read it, since neither learns of the other.
alter table lead_registrations
  -- The lead that staff decided for, against this one; null once that is deleted, and where no two were compared.
  add column decided_for uuid references leads on delete set null,
  add constraint lead_registrations_decided_for check (decided_for <> lead_id);
create index lead_registrations_by_decided_for on lead_registrations (decided_for) where decided_for is not null;
grant update (decided_for) on lead_registrations to passerelle_admin;
-- An appealed lead that the programme accepts by itself was decided for after all.
grant update (decided_for) on lead_registrations to passerelle_system;

-- Which lead of the companies of these two the rule is for (domain/registration-priority.ts): the first that was accepted, else the
-- first that was submitted.
create function app.first_by_rule(one uuid, other uuid) returns uuid
  language sql stable set search_path = public, pg_temp as $$
    select r.lead_id from lead_registrations r join leads l on l.id = r.lead_id
    where r.lead_id in (select one union select other union select app.leads_of_company(one) union select app.leads_of_company(other))
      and l.status <> 'refuse' and r.state in ('accepted', 'extended', 'converted', 'submitted', 'appealed')
    order by r.state in ('submitted', 'appealed'), case when r.state not in ('submitted', 'appealed') then r.decided_at end, r.seq
    limit 1
  $$;

-- Before the loser's row changes, both leads stand as they were compared.
create function app.check_conflict_reason() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  if length(btrim(new.message)) < 5
      and (btrim(new.message) <> '' or app.first_by_rule(new.decided_for, new.lead_id) is distinct from new.decided_for) then
    raise exception 'the rule is for another lead: this decision needs a reason'
      using errcode = 'check_violation', constraint = 'lead_registrations_reasoned';
  end if;
  return new;
end $$;
create trigger check_conflict_reason before update of decided_for on lead_registrations
  for each row when (new.decided_for is not null and new.decided_for is distinct from old.decided_for)
  execute function app.check_conflict_reason();
