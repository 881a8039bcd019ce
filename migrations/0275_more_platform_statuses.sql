-- A platform that finds no platform of the receiver says 'Déposée' (200) with the reason NON_TRANSMISE; a buyer who has sent the
-- transfer says 'Paiement transmis' (211). Neither has a reason of its own, and neither ends an invoice.
alter table invoice_platform_statuses drop constraint invoice_platform_statuses_status,
  add constraint invoice_platform_statuses_status check (
    status in ('deposited', 'not_transmitted', 'rejected', 'refused', 'payment_sent', 'paid'));
