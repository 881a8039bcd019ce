-- A partner changes payouts alone, and adds none: which rows they reach says everything.
alter policy roles on payouts with check (true);
