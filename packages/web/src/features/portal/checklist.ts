// The getting-started steps of a partner, and which of them are done.

export type FirstSteps = {
  credentials: readonly { environment: string; active: boolean; last_used_at: string | null }[]
  hasWebhook: boolean
  hasOrder: boolean
  partner: { status: string; live_requested_at: string | null }
}

export type Step = { title: string; text: string; href: string; action: string; isDone: boolean }

export function checklistOf({ credentials, hasWebhook, hasOrder, partner }: FirstSteps): Step[] {
  const sandboxKeys = credentials.filter(({ environment }) => environment === 'sandbox')
  const isApproved = partner.status === 'approved'
  const hasApplied = partner.live_requested_at !== null
  return [
    {
      title: 'Get a sandbox key',
      text: 'It signs your requests.',
      href: '/portal/keys',
      action: 'Issue a key',
      isDone: sandboxKeys.some(({ active }) => active),
    },
    {
      title: 'Send the first signed request',
      text: 'The request log shows what arrived, and why a signature was refused.',
      href: '/portal/requests',
      action: 'Open the request log',
      isDone: sandboxKeys.some(({ last_used_at }) => last_used_at !== null),
    },
    {
      title: 'Register a webhook',
      text: 'We push what happens to your orders.',
      href: '/portal/webhooks',
      action: 'Register a webhook',
      isDone: hasWebhook,
    },
    {
      title: 'Record the first order',
      text: 'Quote a name, charge your customer, record the sale.',
      href: '/portal/orders',
      action: 'See orders',
      isDone: hasOrder,
    },
    {
      title: 'Get live access',
      text: hasApplied && !isApproved ? 'You applied; we will look at it.' : 'Apply when your integration works.',
      href: '/portal/people',
      action: hasApplied ? 'See the application' : 'Apply for live access',
      isDone: isApproved,
    },
  ]
}
