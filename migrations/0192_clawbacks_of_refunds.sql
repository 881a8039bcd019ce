-- A clawback that follows a refund is described by the refund's reference; who reads it has the words around it.
update commissions c set description = r.reference
  from client_payments r join client_payments f on f.id = r.refunds_id
  where c.kind = 'clawback' and c.client_payment_id = r.id
    and c.description = 'Remboursement ' || r.reference || ' de la facture ' || f.reference;
