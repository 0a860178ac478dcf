-- A partner's orders by its own payment references, a thousand of them in one question.
create index orders_by_own_payment_ref on orders (partner_id, environment, external_payment_ref, id)
  where external_payment_ref is not null;
