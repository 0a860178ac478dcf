// Shows the totals of the chosen country without loading the page again, so that card details stay in the form.
import { parsePage } from '../ui/parse-page.ts'

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
    try {
      const response = await fetch(form.action, { method: 'POST', body: pickFields(form) })
      const fresh = parsePage(await response.text()).querySelector('[data-totals]')
      // A later choice has its own response.
      if (mine === latest && fresh) form.querySelector('[data-totals]')?.replaceChildren(...fresh.childNodes)
    } finally {
      if (mine === latest) finish(before)
    }
  }
  function finish(before: string | undefined): void {
    isUpdating = false
    if (!isPressed) return
    isPressed = false
    const button = form?.querySelector<HTMLButtonElement>('[data-totals] button:not([name])')
    // Another total is not paid until the buyer has seen it.
    if (form && readTotal(form) === before) form.requestSubmit(button)
    else button?.focus()
  }
  // Someone who types a VAT ID and presses the button leaves the field with the same press.
  form.addEventListener('submit', (event) => {
    if (!isUpdating) return
    event.preventDefault()
    isPressed = true
  })
  for (const name of ['country', 'vat_id'])
    form.querySelector(`[name="${name}"]`)?.addEventListener('change', () => void update().catch(() => undefined))
}
