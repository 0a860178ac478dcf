// Fills in the forms that wait for a passkey, and sends them.
import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication } from '@simplewebauthn/browser'

type Request = Parameters<typeof startAuthentication>[0]['optionsJSON']

const CANCELED = 'No passkey was used. Try again, or use another method.'

const readRequest = (form: HTMLFormElement): Request => JSON.parse(form.dataset.passkey!) as Request

/** In development the service responds to more names than its own, and passkeys belong to one. */
const isOwnHost = ({ rpId }: Request): boolean => rpId === location.hostname

async function sendWith(form: HTMLFormElement, useBrowserAutofill: boolean): Promise<void> {
  const optionsJSON = readRequest(form)
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill })
  form.querySelector<HTMLInputElement>('input[name="passkey"]')!.value = JSON.stringify(response)
  form.submit()
}

export async function enhancePasskeys(page: Document): Promise<void> {
  if (!browserSupportsWebAuthn()) return
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    if (!isOwnHost(readRequest(form))) continue
    form.hidden = false
    const problem = form.querySelector('[data-passkey-problem]')!
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      problem.textContent = ''
      sendWith(form, false).catch(() => {
        problem.textContent = CANCELED
      })
    })
    // The suggestion waits until the person picks it. If it never happens, the button still works.
    if (form.dataset.autofill && (await browserSupportsWebAuthnAutofill())) sendWith(form, true).catch(() => {})
  }
}
