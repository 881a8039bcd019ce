-- An owner invites colleagues to their company, up to the number that staff allow beside its first person; 0: none.
alter table settings add column colleagues integer not null default 0;
alter table settings add constraint settings_colleagues check (colleagues between 0 and 99);

-- People come to a company, change their role and leave by the portal, which writes what no role of a person may.
grant update (main_person_id) on partners to passerelle_system;
grant update (role, sees_amounts, until) on partner_members to passerelle_system;
-- A lead passes from one colleague to another.
grant update (typed_by) on leads to passerelle_system;
-- Who leaves keeps no open link.
grant delete on email_changes, last_visits to passerelle_system;
