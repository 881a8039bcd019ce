-- The planner evaluates app.partner_id() for its estimates, and the plan that it makes for whoever asks first serves everybody on
-- that connection: of few rows it sorts them all, which for a partner of many is a hundred times as long. Behind a subquery it
-- does not see whose rows they are, and expects those of a partner with many.
alter policy own on leads using (partner_id = (select app.partner_id()));
alter policy own_reads on commissions using (partner_id = (select app.partner_id()));
alter policy own_reads on lead_registrations using (partner_id = (select app.partner_id()));
alter policy own_reads on payouts using (partner_id = (select app.partner_id()));
alter policy own_reads on invoices using (partner_id = (select app.partner_id()));

-- One partner for each thousand rows.
alter table leads alter partner_id set (n_distinct = -0.001);
alter table commissions alter partner_id set (n_distinct = -0.001);
analyze leads (partner_id);
analyze commissions (partner_id);
