// A form is sent once: the button that was pressed shows that it works, and a second press does nothing.

/** Digits in groups of four, as on the card itself. */
export const groupDigits = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** A whole date that was pasted or filled in, year first or with a year of four digits. */
const WHOLE_DATES = [
  { pattern: /^20(\d\d)[/.-](\d{1,2})$/, year: 1, month: 2 },
  { pattern: /^20(\d\d)(\d\d)$/, year: 1, month: 2 },
  { pattern: /^(\d{1,2})[/.-]20(\d\d)$/, year: 2, month: 1 },
  { pattern: /^(\d\d)20(\d\d)$/, year: 2, month: 1 },
] as const

/** `MM/YY` while it is typed, and from `2028-05` or `05/2028`. Someone who deletes can delete the slash. */
export function formatExpiry(text: string, before = ''): string {
  const bare = text.replace(/\s/g, '')
  for (const { pattern, year, month } of WHOLE_DATES) {
    const found = pattern.exec(bare)
    if (found) return `${found[month]!.padStart(2, '0')}/${found[year]}`
  }
  // No month starts with a digit above 1, and `1/` is January.
  const isShort = /^[2-9]/.test(bare) || /^1[/.-]/.test(bare)
  const digits = (isShort ? '0' : '') + bare.replace(/\D/g, '')
  const month = digits.slice(0, 2)
  // A year of four digits is not cut off after its first two.
  const year = digits.slice(2, digits.startsWith('20', 2) ? 6 : 4)
  if (month.length < 2) return month
  return year === '' && bare.length < before.length ? month : `${month}/${year}`
}

/** Formats what is typed at the end of a field; in the middle, the cursor would jump. */
function formatWhileTyping(field: HTMLInputElement | null, format: (text: string, before: string) => string): void {
  let before = field?.value ?? ''
  field?.addEventListener('input', () => {
    if (field.selectionStart === field.value.length) field.value = format(field.value, before)
    before = field.value
  })
}

function sendOnce(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (form.method !== 'post' || event.defaultPrevented) return
  if (form.dataset.sent) {
    event.preventDefault()
    return
  }
  form.dataset.sent = 'yes'
  event.submitter?.setAttribute('aria-busy', 'true')
}

/** Moves the focus to the error, so that screen readers read it first. */
function tellProblem(page: Document): void {
  const problem = page.querySelector<HTMLElement>('[role="alert"]')
  if (!problem?.textContent) return
  problem.tabIndex = -1
  problem.focus()
}

export function enhanceForms(page: Document): void {
  tellProblem(page)
  // Also for forms that come to the page later.
  page.addEventListener('submit', sendOnce)
  // A page that the back button brings back from memory may be sent again.
  page.defaultView?.addEventListener('pageshow', () => {
    for (const form of page.forms) {
      delete form.dataset.sent
      for (const button of form.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy')
    }
  })
  formatWhileTyping(page.querySelector('input[autocomplete="cc-number"]'), groupDigits)
  formatWhileTyping(page.querySelector('input[autocomplete="cc-exp"]'), formatExpiry)
}
