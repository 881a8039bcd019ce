-- Oldest version that may run on it: 0.3.0-dev
-- The request that an erasure answers: its report is for whoever made that one, and for nobody else.
alter table erasures add column request_id uuid references people_requests (id) on delete set null;
create index erasures_by_request on erasures (request_id) where request_id is not null;
