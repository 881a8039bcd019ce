-- Roles among the staff. Everybody of staff reads what staff read; a right opens changes of one kind, or a secret. The roles and
-- their rights stand in src/domain/staff-rights.ts, and here for the database; a test compares them.

create table staff_rights (
  staff_role text not null,
  right_name text not null,
  primary key (staff_role, right_name),
  constraint staff_rights_role check (staff_role in ('administrator', 'partner_manager', 'finance', 'viewer')),
  constraint staff_rights_name check (right_name in
    ('partners', 'contracts', 'leads', 'money', 'bank_details', 'resources', 'announcements', 'programme', 'team'))
);
insert into staff_rights (staff_role, right_name)
  select 'administrator', unnest(array
    ['partners', 'contracts', 'leads', 'money', 'bank_details', 'resources', 'announcements', 'programme', 'team'])
  union all select 'partner_manager', unnest(array['partners', 'contracts', 'leads', 'resources', 'announcements'])
  union all select 'finance', unnest(array['money', 'bank_details']);

-- An API key has no role: it has the rights that its scopes open.
create table scope_rights (
  scope text not null,
  right_name text not null,
  primary key (scope, right_name),
  constraint scope_rights_name check (right_name in
    ('partners', 'contracts', 'leads', 'money', 'bank_details', 'resources', 'announcements', 'programme', 'team'))
);
insert into scope_rights (scope, right_name)
  values ('leads:write', 'leads'), ('partners:write', 'partners'), ('client_payments:write', 'money');

-- Nobody is granted anything on these two: migrations change them, and app.has_right reads them.

-- Which role somebody of staff has. Who was an administrator before stays one.
alter table user_roles add column staff_role text;
update user_roles set staff_role = 'administrator' where role = 'admin';
alter table user_roles
  add constraint user_roles_staff_role check (staff_role in ('administrator', 'partner_manager', 'finance', 'viewer')),
  add constraint user_roles_of_staff check ((role = 'admin') = (staff_role is not null));

-- Whether the caller has one of these rights now. Policies ask it once for each statement: (select app.has_right('money')).
create function app.has_right(variadic wanted text[]) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (
    select from user_roles r join staff_rights s on s.staff_role = r.staff_role
    where r.user_id = app.user_id() and s.right_name = any (wanted)
  ) or exists (
    select from api_keys k join scope_rights s on s.scope = any (k.scopes)
    where k.id = app.user_id() and k.revoked_at is null and s.right_name = any (wanted)
  );
end $$;
revoke all on function app.has_right(text[]) from public;
grant execute on function app.has_right(text[]) to passerelle_admin;

-- There is always an administrator: another role of staff does not count, and the last one is not demoted to it.
create or replace function app.keep_an_administrator() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.staff_role = 'administrator' and (tg_op = 'DELETE' or new.staff_role is distinct from 'administrator') then
    perform 1 from user_roles where staff_role = 'administrator' for update;
    if not exists (
      select 1 from user_roles r join profiles p using (user_id)
      where r.staff_role = 'administrator' and r.user_id <> old.user_id and p.deleted_at is null and p.joined_at is not null
    ) then
      raise exception 'the last administrator stays' using errcode = 'check_violation', constraint = 'last_administrator';
    end if;
  end if;
  return coalesce(new, old);
end $$;

-- The session of a request says also the staff role, so that a demotion counts in the next request.
drop function app.session(text, timestamptz, interval);
create function app.session(session_token text, at timestamptz, longest interval,
    out session_id uuid, out user_id uuid, out role text, out staff_role text, out contract_signed boolean,
    out two_factor boolean, out updated_at timestamptz, out ends_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  select s.id, s.user_id, coalesce(r.role, 'partner'), r.staff_role,
    coalesce(n.status = 'signe', false), coalesce(u.two_factor_enabled, false),
    s.updated_at, least(s.expires_at, s.created_at + longest)
  into session_id, user_id, role, staff_role, contract_signed, two_factor, updated_at, ends_at
  from auth.sessions s
    join auth.users u on u.id = s.user_id
    join profiles p on p.user_id = s.user_id and p.deleted_at is null
    left join user_roles r on r.user_id = s.user_id
    left join lateral app.newest_main_contract(s.user_id) n on true
  where s.token = session_token and s.expires_at > at and s.created_at + longest > at;
end $$;
revoke all on function app.session(text, timestamptz, interval) from public;
grant execute on function app.session(text, timestamptz, interval) to passerelle_anonymous, passerelle_system;

-- How many of staff may approve a payout: from two on, a second person does it.
create function app.payout_approvers() returns bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select count(*) from user_roles r
    join staff_rights s on s.staff_role = r.staff_role and s.right_name = 'money'
    join profiles p on p.user_id = r.user_id
  where p.deleted_at is null and p.joined_at is not null
$$;
revoke all on function app.payout_approvers() from public;
grant execute on function app.payout_approvers() to passerelle_admin, passerelle_system;

create or replace function app.payout_goes_forward() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
declare
  needs_second boolean;
begin
  if old.status <> new.status and (old.status, new.status) not in (
      ('issued', 'approved'), ('issued', 'cancelled'), ('approved', 'sent'), ('approved', 'cancelled'), ('sent', 'approved'),
      -- Without a file: transfers that staff typed into their bank's pages.
      ('approved', 'paid'), ('sent', 'paid'), ('sent', 'rejected'), ('paid', 'rejected'), ('rejected', 'approved'), ('rejected', 'cancelled')) then
    raise exception 'a payout cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'payouts_forward';
  end if;
  if (new.run_id, new.partner_id, new.reference, new.net_cents, new.vat_cents, new.commission_count, new.statement, new.issued_by,
        new.issued_at, new.contest_until)
      is distinct from (old.run_id, old.partner_id, old.reference, old.net_cents, old.vat_cents, old.commission_count,
        old.statement, old.issued_by, old.issued_at, old.contest_until)
      or (old.statement_file_id is not null and new.statement_file_id is distinct from old.statement_file_id)
      or (new.accepted_at is distinct from old.accepted_at and (old.accepted_at is not null or old.status <> 'issued'))
      or (old.approved_at is not null
        and (new.approved_at, new.approved_by, new.approved_alone)
          is distinct from (old.approved_at, old.approved_by, old.approved_alone)) then
    raise exception 'an issued payout is final'
      using errcode = 'check_violation', constraint = 'payouts_final';
  end if;
  if (old.status, new.status) = ('issued', 'approved') then
    if new.accepted_at is null and new.approved_at < new.contest_until then
      raise exception 'a payout is approved once its partner has accepted it'
        using errcode = 'check_violation', constraint = 'payouts_accepted';
    end if;
    needs_second := new.approved_by = new.issued_by
      -- The total is generated after this trigger.
      and new.net_cents + new.vat_cents > (select second_approval_above_cents from programme_settings);
    if new.approved_by is distinct from app.user_id() or new.approved_by = new.partner_id or new.approved_alone <> needs_second
        or (needs_second and 1 < app.payout_approvers()) then
      raise exception 'a payout of this amount is approved by a second person'
        using errcode = 'check_violation', constraint = 'payouts_four_eyes';
    end if;
  end if;
  return new;
end $$;

-- Functions that act as their owner ask too, when staff call them.
create or replace function app.remove_access(person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('role') = 'passerelle_admin' and not app.has_right('partners') then
    raise exception 'removing access needs the right partners' using errcode = 'insufficient_privilege';
  end if;
  if app.role_of(person) = 'admin' then
    raise exception 'administrators cannot be deleted' using errcode = 'check_violation', constraint = 'administrators_stay';
  end if;
  delete from auth.users where id = person;
end $$;

create or replace function app.end_sessions(person uuid) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ended integer;
begin
  if current_setting('role') = 'passerelle_admin'
      and not (app.has_right('team') or (app.role_of(person) = 'partner' and app.has_right('partners'))) then
    raise exception 'ending sessions needs the right partners, of staff the right team' using errcode = 'insufficient_privilege';
  end if;
  delete from auth.sessions where user_id = person;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- As before, with the right.
create or replace function app.revealed_iban(partner uuid) returns text
  language sql stable security definer set search_path = public, pg_temp as $$
  select iban_encrypted from payment_infos
  where partner_id = partner and app.has_right('bank_details') and exists (
    select from events e
    where e.name = 'payment_info.iban_revealed' and e.subject_id = partner and e.partner_id = partner
      and e.audience = 'partner' and e.actor_id = app.user_id() and age(e.xmin) <= 0
  )
$$;

-- Restrictive policies come on top of the others. Rows may be locked without a right (using (true)): a payout locks its
-- partner's profile. What is changed is checked, and refused rather than left out.

-- Contracts, templates and what they are made of.
create policy rights on contract_templates as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('programme')));
create policy rights on contract_template_versions as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('programme')));
create policy rights on template_settings as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('programme')));
create policy rights on signatures as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('contracts')));

-- Money.
create policy rights on billing_profiles as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on client_invoices as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy right_to_delete on client_invoices as restrictive for delete to passerelle_admin
  using ((select app.has_right('money')));
create policy rights on client_payments as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on disputes as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on number_series as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on payout_runs as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on payout_exclusions as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on payouts as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on payout_files as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on payout_file_lines as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on bank_answers as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on bank_account_answers as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on invoice_codes as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on invoices as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on invoice_lines as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on invoice_handovers as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on uploaded_invoices as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on vigilance_documents as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));
create policy rights on das2_exports as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')));

-- Leads. What a decision about money writes of a lead belongs to it.
create policy rights on leads as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('leads')));
create policy right_to_delete on leads as restrictive for delete to passerelle_admin
  using ((select app.has_right('leads')));
create policy rights on lead_terms as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('leads', 'money')));
create policy rights on lead_comments as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('leads', 'money')));

-- The programme. The year has its settings beside the others.
create policy rights on partner_tiers as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('programme')));
create policy right_to_delete on partner_tiers as restrictive for delete to passerelle_admin
  using ((select app.has_right('programme')));
create policy rights on programme_settings as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('programme', 'money')));
create policy rights on settings as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('programme')));

-- People, the team and its machines.
create policy rights on invitations as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('partners', 'team')));
create policy right_to_delete on invitations as restrictive for delete to passerelle_admin
  using ((select app.has_right('partners', 'team')));
create policy rights on api_keys as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('team')));
create policy rights on webhook_endpoints as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('team')));
create policy right_to_delete on webhook_endpoints as restrictive for delete to passerelle_admin
  using ((select app.has_right('team')));
create policy rights on webhook_deliveries as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('team')));
create policy right_to_delete on failed_jobs as restrictive for delete to passerelle_admin
  using ((select app.has_right('team')));
create policy rights on mails as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('team')));

-- Files are claimed by whatever keeps one.
create policy rights on resources as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('resources')));
create policy right_to_delete on resources as restrictive for delete to passerelle_admin
  using ((select app.has_right('resources')));
create policy rights on files as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('partners', 'contracts', 'leads', 'money', 'resources', 'announcements', 'programme')));
create policy right_to_delete on files as restrictive for delete to passerelle_admin
  using ((select app.has_right('partners', 'contracts', 'leads', 'money', 'resources', 'announcements', 'programme')));
-- A lead that is signed, or leaves that stage, brings or takes its pending commission along.
create policy rights on commissions as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('money')) or (status = 'en_attente' and (select app.has_right('leads'))));
create policy right_to_delete on commissions as restrictive for delete to passerelle_admin
  using ((select app.has_right('money')) or (status = 'en_attente' and (select app.has_right('leads'))));

-- A deleted partner's unsigned contracts go with the access.
create policy rights on contracts as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('contracts')));
create policy right_to_delete on contracts as restrictive for delete to passerelle_admin
  using ((select app.has_right('contracts', 'partners')));

-- Who looks after partners invites and changes partners, and nobody of staff but themselves.
create policy rights on profiles as restrictive to passerelle_admin using (true)
  with check ((select app.has_right('team')) or user_id = app.user_id()
    or ((select app.has_right('partners')) and app.role_of(user_id) = 'partner'));
create policy right_to_insert on user_roles as restrictive for insert to passerelle_admin
  with check ((select app.has_right('team')) or (role = 'partner' and (select app.has_right('partners'))));
create policy right_to_update on user_roles as restrictive for update to passerelle_admin
  using (true) with check ((select app.has_right('team')));
create policy right_to_delete on user_roles as restrictive for delete to passerelle_admin
  using ((select app.has_right('team')) or (role = 'partner' and (select app.has_right('partners'))));
