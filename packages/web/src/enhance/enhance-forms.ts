// A form is sent once: the button that was pressed shows that it works, and a second press does nothing.

/** Digits in groups of four, as on the card itself. */
export const groupDigits = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

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
  const card = page.querySelector<HTMLInputElement>('input[autocomplete="cc-number"]')
  card?.addEventListener('input', () => {
    const atEnd = card.selectionStart === card.value.length
    if (atEnd) card.value = groupDigits(card.value)
  })
}
