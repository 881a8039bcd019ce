-- Oldest version that may run on it: 0.3.0-dev
-- The right to answer people about their data: who reads requests, plans erasures and sends notices. Administrators have it at first.
alter table staff_rights drop constraint staff_rights_name, add constraint staff_rights_name check (right_name in
  ('partners', 'contracts', 'leads', 'money', 'bank_details', 'resources', 'announcements', 'programme', 'team', 'people'));
alter table scope_rights drop constraint scope_rights_name, add constraint scope_rights_name check (right_name in
  ('partners', 'contracts', 'leads', 'money', 'bank_details', 'resources', 'announcements', 'programme', 'team', 'people'));
insert into staff_rights (staff_role, right_name) values ('administrator', 'people');
