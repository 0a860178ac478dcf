// The plain pages of an account: sign in, sign up, and who is signed in.
import { escapeHtml } from '../../http/plain-page.ts'
import { PASSWORD_LENGTH_MIN } from '../../kernel/limits.ts'

export type Page = { title: string; body: string }

const noteHtml = (note: string | null): string =>
  note === null ? '' : `<p class="note" role="alert">${escapeHtml(note)}</p>`

/** The address of the other form, with the way onward kept. */
const withNext = (path: string, next: string): string => escapeHtml(`${path}?next=${encodeURIComponent(next)}`)

const formHtml = (action: string, next: string, email: string, passwordAttributes: string, button: string): string =>
  `<form method="post" action="${action}"><input type="hidden" name="next" value="${escapeHtml(next)}"><label>E-mail<input type="email" name="email" value="${escapeHtml(email)}" autocomplete="username" required></label><label>Password<input type="password" name="password" ${passwordAttributes} required></label><button type="submit">${button}</button></form>`

export const signInPage = (next: string, note: string | null = null, email = ''): Page => ({
  title: 'Sign in',
  body: `<h1>Sign in</h1>${noteHtml(note)}${formHtml('/sign-in', next, email, 'autocomplete="current-password"', 'Sign in')}<p class="soft">No account yet? <a href="${withNext('/sign-up', next)}">Sign up</a></p>`,
})

export const signUpPage = (next: string, note: string | null = null, email = ''): Page => ({
  title: 'Sign up',
  body: `<h1>Sign up</h1>${noteHtml(note)}${formHtml('/sign-up', next, email, `autocomplete="new-password" minlength="${PASSWORD_LENGTH_MIN}"`, 'Sign up')}<p class="soft">You have an account? <a href="${withNext('/sign-in', next)}">Sign in</a></p>`,
})

export const accountPage = (email: string): Page => ({
  title: 'Your account',
  body: `<h1>Your account</h1><p>You are signed in as <strong>${escapeHtml(email)}</strong>.</p><form method="post" action="/sign-out"><button type="submit" class="plain">Sign out</button></form>`,
})
