-- Oldest version that may run on it: 0.3.0-dev
-- Whether the values of a custom field are about the client's person: an erasure empties them, and the archive of a person shows them.
-- What somebody types may be; a choice, an amount or a day is not before staff say so.
alter table lead_fields add column about_person boolean not null default true;
update lead_fields set about_person = kind in ('text', 'long_text', 'email', 'phone', 'link');
grant insert (about_person), update (about_person) on lead_fields to passerelle_admin;
