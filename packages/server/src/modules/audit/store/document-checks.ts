// The invariants of documents: each says what the ledger says, and no number is missing.
import { sql } from '../../../db/sql.ts'
import { type Check, equal, most } from './check.ts'

/** What the ledger has for an order or a purchase: paid by the buyer, and given back. */
const ledgerOfSales = sql`
  select split_part(journal, ':', 1) as subject, environment, currency,
         coalesce(sum(amount_cents) filter (where split_part(journal, ':', 2) in ('paid', 'taxed') and account = 'cash'), 0) as paid,
         coalesce(-sum(amount_cents) filter (where split_part(journal, ':', 2) in ('reversed', 'clawed_back', 'settled', 'tax_reversed') and account = 'buyer_refund_payable'), 0) as back
  from ledger_entries where account in ('cash', 'buyer_refund_payable') and (journal like 'ord\\_%' or journal like 'pur\\_%')
  group by 1, 2, 3`

export const DOCUMENT_CHECKS: readonly Check[] = [
  {
    name: 'documents_equal_the_ledger',
    promise:
      'The receipt or invoice of a sale, registration or renewal equals the payment in the ledger. Its credit notes equal what the ledger owed the buyer. A commission statement equals the journal of its settlement.',
    statement: sql`
      select d.environment, d.subject, d.currency, d.cents::bigint as expected, coalesce(e.cents, 0)::bigint as found
      from (
        select environment, coalesce(order_id, purchase_id) as subject, currency, kind = 'credit_note' as is_credit,
               sum(gross_cents) as cents
        from documents where order_id is not null or purchase_id is not null group by 1, 2, 3, 4
      ) d left join (
        select subject, environment, currency, false as is_credit, paid as cents from (${ledgerOfSales}) p
        union all
        select subject, environment, currency, true, back from (${ledgerOfSales}) b
      ) e on e.subject = d.subject and e.environment = d.environment and e.currency = d.currency and e.is_credit = d.is_credit
      where d.cents is distinct from coalesce(e.cents, 0)
      union all
      select d.environment, d.settlement_id, d.currency, d.gross_cents, coalesce(e.owed, 0)::bigint
      from documents d left join (
        select journal, environment, currency,
               coalesce(sum(amount_cents) filter (where account = 'partner_receivable'), 0) as owed,
               coalesce(-sum(amount_cents) filter (where account = 'commission_pending'), 0) as earned
        from ledger_entries where journal like 'stl\\_%:closed' group by journal, environment, currency
      ) e on e.journal = d.journal and e.environment = d.environment and e.currency = d.currency
      where d.settlement_id is not null
        and (d.gross_cents <> coalesce(e.owed, 0)
             or (d.content -> 'statement' ->> 'commission_earned_cents')::bigint <> coalesce(e.earned, 0)) ${most}`,
  },
  {
    name: 'documents_add_up',
    promise: 'The frozen content of a document has the amounts of its row, and its lines sum to the net amount.',
    statement: sql`
      select d.environment, d.id as subject, d.currency, d.net_cents as expected, coalesce(l.cents, 0)::bigint as found
      from documents d left join lateral (
        select sum((line ->> 'amount_cents')::bigint) as cents from json_array_elements(d.content -> 'lines') as line
      ) l on true
      where l.cents is distinct from d.net_cents
         or ((d.content -> 'totals' ->> 'net_cents')::bigint, (d.content -> 'totals' ->> 'tax_cents')::bigint,
             (d.content -> 'totals' ->> 'gross_cents')::bigint) is distinct from (d.net_cents, d.tax_cents, d.gross_cents) ${most}`,
  },
  {
    name: 'document_numbers_have_no_gaps',
    promise: 'The numbers of every series and year run from 1 to the last one that was issued.',
    statement: sql`
      select coalesce(c.environment, d.environment) as environment,
             concat_ws(' ', coalesce(c.scope, d.scope), coalesce(c.series, d.series), coalesce(c.year, d.year)) as subject, '' as currency,
             coalesce(c.last, 0)::bigint as expected, coalesce(d.issued, 0)::bigint as found
      from document_counters c full join (
        select environment, scope, series, year, count(*) as issued, max(number) as last from documents group by 1, 2, 3, 4
      ) d on d.environment = c.environment and d.scope = c.scope and d.series = c.series and d.year = c.year
      where c.last is distinct from d.issued or d.issued is distinct from d.last ${most}`,
  },
  {
    name: 'sales_have_their_documents',
    promise:
      'A sale that the marketplace collected has one receipt or invoice, and a credit note if it was reversed or taken back. Sales before the first document of the partner have none.',
    statement: sql`
      select o.environment, o.id as subject, o.currency, 1::bigint as expected, coalesce(d.sales, 0)::bigint as found
      from orders o
      join (select environment, partner_id, min(order_id) as first from documents where order_id is not null group by 1, 2) f
        on f.environment = o.environment and f.partner_id = o.partner_id and o.id >= f.first
      left join (
        select order_id, count(*) filter (where kind <> 'credit_note') as sales, count(*) filter (where kind = 'credit_note') as credits
        from documents where order_id is not null group by order_id
      ) d on d.order_id = o.id
      where o.payment_model = 'service_collected'
        and (coalesce(d.sales, 0) <> 1 or (coalesce(d.credits, 0) > 0) < (is_reversed(o.status) or o.clawed_back_at is not null)) ${most}`,
  },
]

export const TAX_CHECKS: readonly Check[] = [
  {
    name: 'tax_payable_is_tax_on_documents',
    promise: 'The tax owed to a country equals the tax on its receipts and invoices, less the tax on credit notes.',
    statement: equal(sql`
      select environment, content -> 'tax' ->> 'country' as subject, currency,
             case kind when 'credit_note' then tax_cents else -tax_cents end as expected, 0 as found
      from documents where tax_cents <> 0
      union all
      select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'tax_payable'`),
  },
]
