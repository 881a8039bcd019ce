-- Changes that open their own transactions claim their Idempotency-Key first: the request that holds it, and when its claim
-- runs out. Null: the request was answered.
alter table idempotency_keys add column claimed_by text;
alter table idempotency_keys add column claimed_until timestamptz;
alter table idempotency_keys add constraint idempotency_keys_claim check ((claimed_by is null) = (claimed_until is null));

-- Keys are kept as hashes: a request's hash also depends on its key, so that nobody who reads the table can try out what a
-- request said, such as a password. Keys of before stay taken, so that none of their requests is done a second time.
update idempotency_keys set key = encode(sha256(convert_to(key, 'UTF8')), 'hex');
