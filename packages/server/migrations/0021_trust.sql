-- Trust: who earns a commission, who may collect payments in live mode, and an audit log that nobody can rewrite.

-- Why a referred sale earns nothing although it counts. Null when it earns, and on sales before this migration that were not
-- sold by the link's own partner.
alter table referral_sales add column no_commission_reason text
  check (no_commission_reason in ('own_sale', 'seller_is_affiliate', 'buyer_is_affiliate'));
update referral_sales s set no_commission_reason = 'own_sale'
  from orders o where o.id = s.order_id and o.partner_id = s.partner_id and s.commission_cents = 0;

-- A partner that a person started may record sales in the sandbox, and in live mode once an operator sets merchant_of_record.
-- Partners from before keep what they have: who made them is not recorded.
alter table partners add column sandbox_merchant_of_record boolean not null default false;

-- An operator's lists show live work first, however much the sandbox holds.
create index orders_live on orders (id) where environment = 'live';
create index webhook_deliveries_live on webhook_deliveries (id) where environment = 'live';

-- The account that was signed in at the checkout; the address in "buyer" is whatever the buyer typed.
alter table checkout_sessions add column buyer_user_id id_text references users on delete set null;
