// /console/registry-commands/{id}: one change at the registry with everything that was sent, and what operators can do.
import type { RegistryCommandDetail, RegistryCommandStep } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useRead } from '../../api/hooks.ts'
import { CommandActions } from '../../features/domains/command-actions.tsx'
import { COMMAND_KINDS, COMMAND_STEPS, describeRequested } from '../../features/domains/command-words.ts'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import { type Fact, Facts, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import { STEP_OUTCOMES } from '../../ui/step-outcomes.ts'
import { Steps } from '../../ui/steps.tsx'
import { PurchaseDocuments } from './order-documents.tsx'
import { CommandState } from './registry-commands.tsx'

const listFacts = ({ command, user_email, requested }: RegistryCommandDetail): readonly Fact[] => [
  ['Change', COMMAND_KINDS[command.kind]],
  ['Requested', describeRequested(requested)],
  ['Owner', user_email ?? 'Deleted account'],
  [
    'Paid',
    command.price_cents !== null && command.currency !== null ? (
      <Money key="price" cents={command.price_cents} currency={command.currency} />
    ) : null,
  ],
  ['Purchase', command.purchase_id && <Copyable text={command.purchase_id} label="the purchase ID" />],
  ['Bulk operation', command.bulk_id && <Copyable text={command.bulk_id} label="the ID of the bulk operation" />],
  ['Command', <Copyable key="id" text={command.command_id} label="the command ID" />],
  ['Commands sent', command.attempts],
  ['Last error', command.last_error],
  ['Created', <DateTime key="created" at={command.created_at} />],
  ['Updated', <DateTime key="updated" at={command.updated_at} />],
]

const toStep = ({ transaction, step, outcome, message, sent_at }: RegistryCommandStep) => ({
  id: transaction,
  text: `${COMMAND_STEPS[step]}: ${STEP_OUTCOMES[outcome]}`,
  note: message,
  at: sent_at,
})

export function RegistryCommandPage({ id }: { id: string }) {
  const found = useRead('GET /api/operator/v1/registry-commands/{command_id}', { params: { command_id: id } })
  return (
    <Reading of={found} title="Registry command">
      {(one) => (
        <>
          <RecordHead
            crumbs={[{ href: '/console/registry-commands', text: 'Registry commands' }]}
            record={{ kind: 'Registry command', id, name: one.command.domain_unicode }}
            aside={<CommandState state={one.command.state} />}
          />
          {one.command.state === 'needs_operator' ? (
            <Notice tone="warn" title="Needs an operator">
              Check at the registry what happened to {one.command.domain_unicode}. Then retry, confirm or end the
              command. Later changes of the domain wait for it.
            </Notice>
          ) : null}
          <CommandActions command={one.command} />
          <div className="two">
            <Panel title="Details">
              <Facts facts={listFacts(one)} />
              <Link href={`/console/registry-commands?domain=${encodeURIComponent(one.command.domain)}`}>
                All commands of this domain
              </Link>
            </Panel>
            {one.command.purchase_id === null ? null : <PurchaseDocuments purchaseId={one.command.purchase_id} />}
            <Panel title="Steps">
              {one.steps.length === 0 ? (
                <p className="soft">Nothing was sent to the registry yet.</p>
              ) : (
                <Steps steps={one.steps.map(toStep)} />
              )}
            </Panel>
          </div>
        </>
      )}
    </Reading>
  )
}
