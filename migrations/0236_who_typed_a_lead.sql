-- Lists of leads name the person of a lead where its partner has, or had, several people. Its first person has the partner's id,
-- so that whoever has another one is a colleague: of a portal of single persons the index holds nothing.
create index partner_members_beside_first on partner_members (partner_id) where person_id <> partner_id;
