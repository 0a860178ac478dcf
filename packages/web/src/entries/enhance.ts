// Comfort for pages that are finished without a script: one sending a form, the reader's own time, pages that look again.
import { enhanceForms } from '../enhance/enhance-forms.ts'
import { showLocalTimes } from '../enhance/local-times.ts'
import { showOwnPath } from '../enhance/own-path.ts'
import { refreshItself } from '../enhance/refresh.ts'
import { mountStripeForm } from '../enhance/stripe-form.ts'
import { updateTotals } from '../enhance/tax-totals.ts'

enhanceForms(document)
showLocalTimes(document)
showOwnPath(document)
refreshItself(document)
void mountStripeForm(document)
updateTotals(document)

// Only the sign-in pages ask for passkeys.
if (document.querySelector('[data-passkey]')) {
  const { enhancePasskeys } = await import('../enhance/passkey-form.ts')
  await enhancePasskeys(document)
}

// Only the documentation has samples and a search.
if (document.querySelector('[data-docs]')) {
  const [samples, search] = await Promise.all([
    import('../enhance/docs-samples.ts'),
    import('../enhance/docs-search.ts'),
  ])
  samples.enhanceSamples(document)
  search.enhanceSearch(document)
}
