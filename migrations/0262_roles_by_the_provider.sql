-- That somebody's role is the provider's is a fact of the person: it outlives a new password and its link, and ends when staff
-- change the role by hand.
alter table user_roles add column by_provider boolean not null default false;
alter table user_roles add constraint user_roles_by_provider check (not by_provider or role = 'admin');

-- So it is for those whose account the provider has made, unless somebody has changed the role since.
update user_roles r set by_provider = true
where r.role = 'admin'
  and exists (select from events e where e.name = 'provider_account.linked' and e.subject_id = r.user_id and e.after ->> 'made' = 'true')
  and not exists (select from events e where e.name = 'role.changed' and e.subject_id = r.user_id and e.actor_id is not null);

alter table provider_accounts drop column made_account;

-- When somebody's sign-in said nothing of the claim that decides about roles, as Entra leaves groups out above 200.
alter table identity_providers add column role_untold_at timestamptz;
grant update (role_untold_at) on identity_providers to passerelle_system;
