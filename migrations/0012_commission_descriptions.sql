-- A commission that staff add by hand says what it is for; one that a lead brought is explained by its lead.
alter table commissions add column description text not null default '';
alter table commissions add constraint commissions_description_length check (length(description) <= 200);
alter table commissions add constraint commissions_explained check (lead_id is not null or description <> '');
