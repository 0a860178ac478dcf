// A form is sent once: the button that was pressed shows that it works, and a second press does nothing.

/** Digits in groups of four, as on the card itself. */
export const groupDigits = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

export function enhanceForms(page: Document): void {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent) {
        event.preventDefault()
        return
      }
      form.dataset.sent = 'yes'
      const button = (event as SubmitEvent).submitter
      button?.setAttribute('aria-busy', 'true')
    })
  }
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
