-- A client who introduces themselves may not know the offer, or not be asked: the lead then has the last one of the list, and
-- whoever reads the client's word is told that nobody chose it.
alter table client_confirmations add column offer_chosen boolean not null default true;
alter table client_confirmations add constraint client_confirmations_offer check (left_at is not null or offer_chosen);
grant select (offer_chosen) on client_confirmations to passerelle_partner;
