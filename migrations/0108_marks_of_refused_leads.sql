-- Nobody has to look any more whether a lead that is refused or merged is a duplicate: its mark goes with the answer.
update leads l set possible_duplicate_of = null
  where possible_duplicate_of is not null
    and exists (select from lead_registrations r where r.lead_id = l.id and r.state in ('refused', 'merged'));
