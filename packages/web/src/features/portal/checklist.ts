// The getting-started steps of a partner, and which of them are done.

export type FirstSteps = {
  credentials: readonly { environment: string; active: boolean; last_used_at: string | null }[]
  hasWebhook: boolean
  hasOrder: boolean
  partner: { status: string; live_requested_at: string | null }
}

export type Step = { title: string; text: string; href: string; action: string; isDone: boolean }

export function buildChecklist({ credentials, hasWebhook, hasOrder, partner }: FirstSteps): Step[] {
  const sandboxKeys = credentials.filter(({ environment }) => environment === 'sandbox')
  const isApproved = partner.status === 'approved'
  const hasApplied = partner.live_requested_at !== null
  return [
    {
      title: 'Create a sandbox key',
      text: 'It signs your requests to the Partner API.',
      href: '/portal/keys',
      action: 'Create key',
      isDone: sandboxKeys.some(({ active }) => active),
    },
    {
      title: 'Send your first signed request',
      text: 'The guide has a command to paste. The request log then shows the request, and why a signature was rejected.',
      href: '/docs/guides/signing',
      action: 'Read signing guide',
      isDone: sandboxKeys.some(({ last_used_at }) => last_used_at !== null),
    },
    {
      title: 'Register a webhook endpoint',
      text: 'We send it an event whenever an order changes.',
      href: '/portal/webhooks',
      action: 'Register endpoint',
      isDone: hasWebhook,
    },
    {
      title: 'Record your first order',
      text: 'Get a quote for a domain, charge your customer, then record the sale with the API.',
      href: '/docs/guides/quotes-and-orders',
      action: 'Read order guide',
      isDone: hasOrder,
    },
    {
      title: 'Get live access',
      text:
        hasApplied && !isApproved
          ? 'You applied. An operator reviews your application.'
          : 'Apply once your integration works in the sandbox.',
      href: '/portal/team',
      action: hasApplied ? 'View application' : 'Apply for live access',
      isDone: isApproved,
    },
  ]
}
