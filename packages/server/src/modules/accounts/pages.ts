// The content of the pages that links in messages lead to, and of the forms that ask for such a link.
import type { PropsOf } from '../../http/page.ts'
import { PASSWORD_LENGTH_MIN } from '../../kernel/limits.ts'

export type Steps = PropsOf<'steps'>
type Field = Steps['forms'][number]['fields'][number]
export type Note = Steps['note']

export const NOTHING = { texts: [], note: null, forms: [], link: null }

const EMAIL = (value: string): Field => ({
  name: 'email',
  label: 'Email',
  type: 'email',
  autoComplete: 'username',
  value,
})

export const PASSWORD: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
}

const NEW_PASSWORD: Field = {
  name: 'new_password',
  label: 'New password',
  type: 'password',
  autoComplete: 'new-password',
  minLength: PASSWORD_LENGTH_MIN,
  hint: `At least ${PASSWORD_LENGTH_MIN} characters. Common passwords are rejected.`,
}

/** The visitor has the account open, or must show that it is theirs: having the message is not enough. */
export const confirmSteps = (action: string, email: string, isOwn: boolean, note: Note): Steps => ({
  ...NOTHING,
  heading: 'Confirm your email address',
  texts: [`Confirm that ${email} is your email address.`],
  note,
  forms: isOwn
    ? [{ action, fields: [], submit: 'Confirm email address' }]
    : [
        { action, fields: [PASSWORD], submit: 'Confirm email address', hidden: { how: 'password' } },
        {
          action,
          heading: 'You do not know the password?',
          text: 'Someone else may have created the account with your email address. A new password signs everyone else out.',
          fields: [NEW_PASSWORD],
          hidden: { how: 'new_password' },
          submit: 'Choose password and confirm',
          isSecond: true,
        },
      ],
})

export const forgotSteps = (email: string, note: Note): Steps => ({
  ...NOTHING,
  heading: 'Forgot your password?',
  texts: ['Enter the email address of your account. We send you a link to choose a new password.'],
  note,
  forms: [{ action: '/forgot-password', fields: [EMAIL(email)], submit: 'Send link' }],
  link: { href: '/sign-in', text: 'Back to sign-in' },
})

/** Where the service sends no mail, no form asks for a link. `contact` is a URL of the operator. */
export const noMailSteps = (contact: string | null): Steps => ({
  ...NOTHING,
  heading: 'No links by email',
  texts: [
    'This service sends no email, so it cannot send you a link to confirm your email address or choose a new password.',
    'Ask the operator of this marketplace for help.',
    'If you are an operator, ask an administrator of the server: the command create-operator with --reset restores your access.',
  ],
  link:
    contact === null ? { href: '/sign-in', text: 'Back to sign-in' } : { href: contact, text: 'Contact the operator' },
})

/** The form for another confirmation, after something in it was wrong. */
export const resendSteps = (email: string, note: Note): Steps => ({ ...goneSteps('confirm', email), note })

export const resetSteps = (action: string, email: string, note: Note): Steps => ({
  ...NOTHING,
  heading: 'Choose a new password',
  texts: [`The new password of ${email}. All sessions end, and all applications are disconnected.`],
  note,
  forms: [{ action, fields: [NEW_PASSWORD], submit: 'Change password' }],
})

export const changeSteps = (action: string, { from, to }: { from: string; to: string }): Steps => ({
  ...NOTHING,
  heading: 'Confirm the change',
  texts: [`Change the email address of your account from ${from} to ${to}. Both addresses must confirm.`],
  forms: [{ action, fields: [], submit: 'Confirm change' }],
})

/** For a reader of the message to the new address who has not opened the account. */
export const changeSignInSteps = (path: string, { from, to }: { from: string; to: string }): Steps => ({
  ...NOTHING,
  heading: 'Is this your account?',
  texts: [
    `Someone who is signed in as ${from} wants to use ${to} from now on.`,
    `If that is you, sign in as ${from} in this browser to confirm. Otherwise, close this page: nothing changes.`,
  ],
  link: { href: `/sign-in?next=${encodeURIComponent(path)}`, text: 'Sign in to confirm' },
})

/** Where messages can be read on a service that sends none. */
export const developmentHint = (isProduction: boolean): string =>
  isProduction ? '' : ' On a development service, operators find the message in the console under Mail.'

/** The same whether the address has an account or not. */
export const sentSteps = (isProduction: boolean): Steps => ({
  ...NOTHING,
  heading: 'Check your email',
  texts: [
    `We sent you a message. Follow the link in it.${developmentHint(isProduction)}`,
    'If nothing arrives within a few minutes, look in the spam folder and check the spelling of the address.',
  ],
  link: { href: '/sign-in', text: 'Go to sign-in' },
})

const LINK_GONE = 'Each link works once and for a limited time.'

const GONE_LINKS = {
  confirm: { href: '/sign-in', text: 'Already confirmed? Go to sign-in' },
  reset: null,
  change: { href: '/account/security', text: 'Account security' },
}

/** Used, expired and unknown links look the same. */
export const goneSteps = (kind: 'confirm' | 'reset' | 'change', email: string): Steps => ({
  ...NOTHING,
  heading: 'This link does not work',
  texts: [kind === 'change' ? `${LINK_GONE} Request the change again in your account.` : LINK_GONE],
  forms:
    kind === 'change'
      ? []
      : [
          {
            action: kind === 'confirm' ? '/confirm' : '/forgot-password',
            fields: [EMAIL(email)],
            submit: 'Send a new link',
          },
        ],
  link: GONE_LINKS[kind],
})

/** For the person who is signed in and opens a used link again. */
export const confirmedSteps = (email: string): Steps => ({
  ...NOTHING,
  heading: 'Your email address is confirmed',
  texts: [`You confirmed ${email}. You do not need this link any more.`],
  link: { href: '/account', text: 'Go to my account' },
})

/** One address confirmed the change, or both. */
export const changedSteps = (kind: 'waiting' | 'changed', { from, to }: { from: string; to: string }): Steps =>
  kind === 'waiting'
    ? {
        ...NOTHING,
        heading: 'One more confirmation',
        texts: [
          `This address is confirmed. Now follow the link in the other message: we wrote to ${from} and to ${to}.`,
        ],
      }
    : {
        ...NOTHING,
        heading: 'Your email address is changed',
        texts: [`Sign in as ${to} from now on.`],
        link: { href: '/account', text: 'Go to my account' },
      }
