-- Whoever becomes an owner or an accountant of a company that has an owner, or gets another address as one, neither reads nor
-- changes its bank details for a day, in which those who were there before read of it.
alter table partner_members add column appointed_at timestamptz;
grant update (appointed_at) on partner_members to passerelle_system;

-- So it is for those of the last day, too.
update partner_members m set appointed_at = e.at
from (
  select subject_id, max(occurred_at) as at from events
  where occurred_at > now() - interval '24 hours'
    and (name in ('team.role_changed', 'team.person_moved') and after ->> 'role' in ('owner', 'accountant')
      or name = 'person.invited' and after ->> 'partnerRole' in ('owner', 'accountant')
      or name = 'profile.email_changed')
  group by subject_id
) e
where m.person_id = e.subject_id and m.until is null and m.role in ('owner', 'accountant');
