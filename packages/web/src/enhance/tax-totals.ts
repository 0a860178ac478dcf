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

export function updateTotals(page: Document): void {
  const form = page.querySelector<HTMLFormElement>('form.checkout')
  const shown = form?.querySelector('[data-totals]')
  if (!form || !shown) return
  let latest = 0
  const update = async (): Promise<void> => {
    const mine = ++latest
    const button = form.querySelector<HTMLButtonElement>('[data-totals] button:not([name])')
    if (button) button.disabled = true
    try {
      const response = await fetch(form.action, { method: 'POST', body: pickFields(form) })
      const fresh = parsePage(await response.text()).querySelector('[data-totals]')
      // A later choice has its own response.
      if (mine !== latest || !fresh) return
      form.querySelector('[data-totals]')?.replaceChildren(...fresh.childNodes)
    } finally {
      // The server compares the total with what it charges, so an old one is not paid.
      if (button && mine === latest) button.disabled = false
    }
  }
  for (const name of ['country', 'vat_id'])
    form.querySelector(`[name="${name}"]`)?.addEventListener('change', () => void update().catch(() => undefined))
}
