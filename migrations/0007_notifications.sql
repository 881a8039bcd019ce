-- Which mail people do not want, and which mail of an event they were sent.

-- What a person switched off; no row means nothing. Security mail is not in the list: it cannot be switched off.
create table notification_choices (
  user_id uuid primary key references profiles on delete cascade,
  switched_off text[] not null,
  changed_at timestamptz not null,
  constraint notification_choices_kinds check (switched_off <@
    array['contract_to_sign', 'contract_signed', 'commission_validated', 'commission_paid', 'tier_reached'])
);
alter table notification_choices enable row level security;
create policy system_all on notification_choices to passerelle_system using (true) with check (true);
create policy own on notification_choices to passerelle_admin, passerelle_partner
  using (user_id = app.user_id()) with check (user_id = app.user_id());
grant select, insert, update, delete on notification_choices to passerelle_system;
grant select, insert, update on notification_choices to passerelle_admin, passerelle_partner;

-- One event can be two letters to the same person: a validated commission, and the tier it reached.
alter table mails add column kind text;
update mails set kind = case (select name from events e where e.id = event_id)
  when 'password.reset_requested' then 'password_reset' else 'invitation' end;
alter table mails alter column kind set not null;
alter table mails drop constraint mails_pkey;
alter table mails add primary key (event_id, recipient, kind);
