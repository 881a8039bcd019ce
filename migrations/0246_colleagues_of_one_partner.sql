-- Staff may allow one partner another number of colleagues than the programme does; null: as the programme says.
alter table partners add column colleagues integer;
alter table partners add constraint partners_colleagues check (colleagues between 0 and 99);
grant update (colleagues) on partners to passerelle_system;
