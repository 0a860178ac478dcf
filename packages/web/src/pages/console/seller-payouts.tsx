// The payouts to a seller in the console: which should not be sent, and what became of each.
import type { OperatorSellerPayout, SellerPayoutHold } from '@freehold/sdk/types'
import { useCall, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { SELLER_PAYOUT_COLUMNS } from '../../features/sellers/money-columns.tsx'
import { TransferStateBadge } from '../../features/sellers/seller-words.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { Badge, Empty, Notice, type Tone } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { wordText } from '../../ui/text.ts'

const HOLDS: Record<SellerPayoutHold, { tone: Tone; text: string; advice: string }> = {
  disputed: {
    tone: 'warn',
    text: 'Payment disputed',
    advice:
      'A buyer disputes the payment of a sale in this payout. Wait for the end of the dispute, or mark the payout as failed: the other sales are then payable again.',
  },
  taken_back: {
    tone: 'bad',
    text: 'Do not send',
    advice: 'A buyer got the money of a sale in this payout back. Mark it as failed, and the rest is payable again.',
  },
}

const PAYOUT_HOLDS = Object.keys(HOLDS) as SellerPayoutHold[]

const SENT_TEXT = 'You have sent the money to the seller. This cannot be undone.'

/** What marking the payout as failed does. */
function findFailedText({ transfer, hold }: OperatorSellerPayout): string {
  const unsent = transfer === null ? 'The money was not sent.' : 'Stripe does not send this payout any more.'
  const rest =
    hold === null
      ? 'The amount is payable again.'
      : 'What was not taken back and is not disputed is payable again, in a new payout.'
  return `${unsent} ${rest} This cannot be undone.`
}

type ActionsProps = { payout: OperatorSellerPayout; recipient: string }

function PayoutActions({ payout, recipient }: ActionsProps) {
  const call = useCall()
  const may = useMay()
  const params = { payout_id: payout.payout_id }
  const accepts = (name: string) => payout.actions.some(({ action }) => action === name)
  if (!may('POST /api/operator/v1/seller-payouts/{payout_id}/paid')) return null
  const withFacts = (text: string) => (
    <>
      <Facts
        facts={[
          ['Amount', <Money key="amount" cents={payout.amount_cents} currency={payout.currency} />],
          ['Recipient', recipient],
          ['Payout account', payout.destination_hint],
        ]}
      />
      <p>{text}</p>
    </>
  )
  return (
    <Actions>
      {accepts('retry') ? (
        <ActionButton
          label="Retry"
          of={payout.payout_id}
          confirm="Retry payout"
          small
          text={withFacts('Stripe tries to send the payout again now.')}
          send={async () => {
            await call('POST /api/operator/v1/seller-payouts/{payout_id}/retry', { params })
            return 'Stripe tries the payout again.'
          }}
        />
      ) : null}
      {accepts('paid') ? (
        <ActionButton
          label="Mark as sent"
          of={payout.payout_id}
          confirm="Mark as sent"
          small
          text={withFacts(
            payout.hold === null
              ? SENT_TEXT
              : `${HOLDS[payout.hold].advice} Continue only if you sent the money before.`,
          )}
          send={async (form) => {
            const body = { reference: readText(form, 'reference') ?? '' }
            await call('POST /api/operator/v1/seller-payouts/{payout_id}/paid', { params, body })
            return 'Payout marked as sent.'
          }}
        >
          <TextField label="Bank reference" name="reference" maxLength={255} required />
        </ActionButton>
      ) : null}
      {accepts('returned') ? (
        <ActionButton
          label="Mark as returned"
          of={payout.payout_id}
          confirm="Mark as returned"
          kind="danger"
          small
          text={withFacts(
            'The bank sent the money back to you. The amount is payable again, and the seller gets an email. This cannot be undone.',
          )}
          send={async (form) => {
            const body = { reason: readText(form, 'reason') ?? '' }
            await call('POST /api/operator/v1/seller-payouts/{payout_id}/returned', { params, body })
            return 'Payout marked as returned.'
          }}
        >
          <TextField label="Reason, for the seller" name="reason" maxLength={500} required />
        </ActionButton>
      ) : null}
      {accepts('failed') ? (
        <ActionButton
          label="Mark as failed"
          of={payout.payout_id}
          confirm="Mark as failed"
          kind="danger"
          small
          text={withFacts(findFailedText(payout))}
          send={async (form) => {
            const body = { reason: readText(form, 'reason') ?? '' }
            await call('POST /api/operator/v1/seller-payouts/{payout_id}/failed', { params, body })
            return 'Payout marked as failed.'
          }}
        >
          <TextField label="Reason, for the seller" name="reason" maxLength={500} required />
        </ActionButton>
      ) : null}
    </Actions>
  )
}

const TransferCell = ({ transfer }: OperatorSellerPayout) =>
  transfer === null ? (
    'Bank transfer'
  ) : (
    <>
      <TransferStateBadge state={transfer.state} />
      {transfer.error === null ? null : <span className="soft"> {wordText(transfer.error)}</span>}
    </>
  )

const listColumns = (recipient: string): readonly Column<OperatorSellerPayout>[] => [
  ...(SELLER_PAYOUT_COLUMNS as readonly Column<OperatorSellerPayout>[]).map((column) =>
    column.title === 'Status'
      ? {
          ...column,
          cell: (payout: OperatorSellerPayout) => (
            <>
              {column.cell(payout)}{' '}
              {payout.hold === null ? null : <Badge tone={HOLDS[payout.hold].tone}>{HOLDS[payout.hold].text}</Badge>}
            </>
          ),
        }
      : column,
  ),
  { title: 'Sent by', cell: TransferCell },
  {
    title: 'Actions',
    end: true,
    isFor: ({ actions }) => actions.length > 0,
    cell: (payout) => <PayoutActions payout={payout} recipient={recipient} />,
  },
]

/** `recipient`: the email address of the seller. */
export function SellerPayouts({ id, recipient }: { id: string; recipient: string }) {
  const payouts = useList('GET /api/operator/v1/seller-payouts', { query: { user_id: id } }, (body) => body.payouts)
  return (
    <Panel title="Payouts">
      {PAYOUT_HOLDS.filter((one) => payouts.rows.some(({ hold }) => hold === one)).map((one) => (
        <Notice key={one} tone={HOLDS[one].tone} title={HOLDS[one].text}>
          {HOLDS[one].advice}
        </Notice>
      ))}
      <ListView
        list={payouts}
        caption="Payouts"
        noun="payout"
        columns={listColumns(recipient)}
        rowKey={({ payout_id }) => payout_id}
        empty={
          <Empty title="No payouts yet">
            Payouts are created every month. Once something is payable, you can also create one yourself.
          </Empty>
        }
      />
    </Panel>
  )
}
