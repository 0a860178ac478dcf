// Shows the totals of the chosen country without loading the page again, so that card details stay in the form.
import { parsePage } from '../ui/parse-page.ts'

/** A press on Pay waits for the total no longer than this. */
const TIMEOUT_MS = 10_000

const FIELDS = ['form', 'email', 'name', 'country', 'company', 'vat_id']

/** Card details are not sent: the totals do not depend on them. */
function pickFields(form: HTMLFormElement): URLSearchParams {
  const given = new FormData(form)
  const fields = new URLSearchParams({ step: 'total' })
  for (const name of FIELDS) if (given.has(name)) fields.set(name, String(given.get(name)))
  return fields
}

const readTotal = (form: HTMLFormElement): string | undefined =>
  form.querySelector<HTMLInputElement>('input[name="total"]')?.value

const findPay = (form: HTMLFormElement): HTMLButtonElement | null =>
  form.querySelector<HTMLButtonElement>('[data-totals] button:not([name])')

/** In a parsed page, the content of `noscript` is real: its button would be the one that Enter presses. */
function readTotals(html: string): Element | null {
  const totals = parsePage(html).querySelector('[data-totals]')
  for (const element of totals?.querySelectorAll('noscript') ?? []) element.remove()
  return totals
}

export function updateTotals(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form.checkout')
  if (!form?.querySelector('[data-totals]')) return
  let latest = 0
  let isUpdating = false
  let isPressed = false
  const update = async (): Promise<void> => {
    const mine = ++latest
    const before = readTotal(form)
    isUpdating = true
    findPay(form)?.setAttribute('aria-busy', 'true')
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(form.action, { method: 'POST', body: pickFields(form), signal })
      const fresh = readTotals(await response.text())
      // A later choice has its own response.
      if (mine === latest && fresh) form.querySelector('[data-totals]')?.replaceChildren(...fresh.childNodes)
    } finally {
      if (mine === latest) finish(form, before)
    }
  }
  function finish(form: HTMLFormElement, before: string | undefined): void {
    isUpdating = false
    const button = findPay(form)
    button?.removeAttribute('aria-busy')
    if (!isPressed) return
    isPressed = false
    // Another total is not paid until the buyer has seen it.
    if (readTotal(form) === before) form.requestSubmit(button)
    else button?.focus()
  }
  // Someone who types a VAT ID and presses the button leaves the field with the same press.
  form.addEventListener('submit', (event) => {
    if (!isUpdating) return
    event.preventDefault()
    isPressed = event.submitter !== null && event.submitter === findPay(form)
  })
  // Someone who changes an input after the press has not decided to pay yet.
  form.addEventListener('input', () => {
    isPressed = false
  })
  for (const name of ['country', 'vat_id'])
    form.querySelector(`[name="${name}"]`)?.addEventListener('change', () => void update().catch(() => undefined))
}
