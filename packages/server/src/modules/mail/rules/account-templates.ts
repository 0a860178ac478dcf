// Messages about an account: confirmation, password, sign-in, invitations.
import { button, facts, formatDate, formatMoment, type MailContent, paragraph, SECRET_PLACE } from './content.ts'

const ACCOUNT_REASON = 'You receive this message because someone used this email address at Freehold.'
const IGNORE = 'If you did not ask for this, ignore this message. Nothing changes.'

const confirmAddress = (): MailContent => ({
  subject: 'Confirm your email address',
  preview: 'Confirm your email address to use your Freehold account.',
  blocks: [
    paragraph(
      'Confirm that this email address is yours. Your purchases and domains appear in your account after that.',
    ),
    button('Confirm email address', `/confirm/${SECRET_PLACE}`),
    paragraph('The link works once, within 24 hours.'),
    paragraph('If you did not create an account, ignore this message. The account stays unconfirmed.'),
  ],
  reason: ACCOUNT_REASON,
})

/** To an address that signs up again: the page cannot say that the account exists. */
const accountExists = (): MailContent => ({
  subject: 'You already have an account',
  preview: 'Someone tried to sign up with your email address.',
  blocks: [
    paragraph('Someone, probably you, tried to create an account with this email address. It already has one.'),
    button('Sign in', '/sign-in'),
    paragraph('If you forgot your password, choose “Forgot your password?” on the sign-in page.'),
    paragraph(IGNORE),
  ],
  reason: ACCOUNT_REASON,
})

/** To an address without an account: the page cannot say that there is none. */
const noAccount = (): MailContent => ({
  subject: 'No account with this email address',
  preview: 'Someone asked for a link to an account.',
  blocks: [
    paragraph('Someone, probably you, asked for a link to an account with this email address. It does not have one.'),
    paragraph('You may have signed up with another email address.'),
    button('Sign in', '/sign-in'),
    paragraph(IGNORE),
  ],
  reason: ACCOUNT_REASON,
})

const resetPassword = (): MailContent => ({
  subject: 'Choose a new password',
  preview: 'The link works once, within 30 minutes.',
  blocks: [
    paragraph('Choose a new password for your Freehold account.'),
    button('Choose a new password', `/reset-password/${SECRET_PLACE}`),
    paragraph('The link works once, within 30 minutes.'),
    paragraph('A new password ends all sessions and disconnects all applications.'),
    paragraph(IGNORE),
  ],
  reason: ACCOUNT_REASON,
})

const passwordChanged = ({ at }: { at: Date }): MailContent => ({
  subject: 'Your password was changed',
  preview: 'All other sessions have ended.',
  blocks: [
    paragraph(
      `The password of your account was changed on ${formatMoment(at)}. All sessions and applications were signed out.`,
    ),
    paragraph('If this was not you, choose a new password now.'),
    button('Choose a new password', '/forgot-password'),
  ],
  reason: ACCOUNT_REASON,
})

const changeAddress = ({ from, to }: { from: string; to: string }): MailContent => ({
  subject: 'Confirm the change of your email address',
  preview: `From ${from} to ${to}.`,
  blocks: [
    paragraph('Confirm the new email address of your account. We sent a link to both email addresses; open both.'),
    facts(['Current email address', from], ['New email address', to]),
    button('Confirm change', `/change-email/${SECRET_PLACE}`),
    paragraph('The link works once, within 24 hours.'),
    paragraph(IGNORE),
  ],
  reason: ACCOUNT_REASON,
})

/** To the new address, which may be anyone's. */
const useAddress = ({ from, to }: { from: string; to: string }): MailContent => ({
  subject: 'Confirm your new email address',
  preview: `The account ${from} wants to use this email address.`,
  blocks: [
    paragraph(`Someone who is signed in as ${from} wants to use ${to} as the email address of that account.`),
    paragraph('If this is your account, open the link in the browser in which you are signed in.'),
    button('Confirm change', `/change-email/${SECRET_PLACE}`),
    paragraph('The link works once, within 24 hours.'),
    paragraph('If you do not know this account, ignore this message. Nothing changes.'),
  ],
  reason: `You received this message because someone entered ${to} as their email address.`,
})

const addressChanged = ({ from, to }: { from: string; to: string }): MailContent => ({
  subject: 'Your email address was changed',
  preview: `From ${from} to ${to}.`,
  blocks: [
    paragraph('The email address of your account was changed. Sign in with the new address.'),
    facts(['Old address', from], ['New address', to]),
    paragraph('If this was not you, contact us.'),
  ],
  reason: ACCOUNT_REASON,
})

const addressNotChanged = ({ to }: { to: string }): MailContent => ({
  subject: 'Your email address was not changed',
  preview: 'Your account keeps its email address.',
  blocks: [
    paragraph(`Another account already uses ${to}, so your account keeps its current email address.`),
    paragraph(
      `If ${to} is yours, reset the password of that account, sign in to it and delete it. Then request the change again.`,
    ),
    button('Account security', '/account/security'),
  ],
  reason: ACCOUNT_REASON,
})

const accountDeleted = ({ at }: { at: Date }): MailContent => ({
  subject: 'Your account was deleted',
  preview: 'Your personal data was removed.',
  blocks: [
    paragraph(`Your account was deleted on ${formatMoment(at)}, and your personal data was removed.`),
    paragraph('We keep records of payments, without your name and email address.'),
    paragraph('If this was not you, contact us.'),
  ],
  reason: ACCOUNT_REASON,
})

const newDevice = (visit: { at: Date; ipAddress: string; browser: string }): MailContent => ({
  subject: 'New sign-in to your account',
  preview: 'Someone signed in from a browser we have not seen before.',
  blocks: [
    paragraph('Someone signed in to your account from a browser that has not signed in before.'),
    facts(['Time', formatMoment(visit.at)], ['IP address', visit.ipAddress], ['Browser', visit.browser]),
    paragraph('If this was you, you do not need to do anything. Otherwise, choose a new password and end the session.'),
    button('Review sessions', '/account/security'),
  ],
  reason: ACCOUNT_REASON,
})

const FACTOR_CHANGES = {
  totp_enabled: 'An authenticator app was added',
  totp_disabled: 'The authenticator app was removed',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  recovery_codes: 'New recovery codes were created',
  recovery_used: 'A recovery code was used',
  wrong_codes: 'Someone with your password entered wrong codes',
} as const
export type FactorChange = keyof typeof FACTOR_CHANGES

/** `codesLeft`: the recovery codes that were not used yet. */
type ChangedFactor = { change: FactorChange; at: Date; codesLeft?: number }

const factorChanged = ({ change, at, codesLeft }: ChangedFactor): MailContent => ({
  subject: FACTOR_CHANGES[change],
  preview:
    change === 'wrong_codes'
      ? 'Nobody signed in. Choose a new password.'
      : 'The sign-in settings of your account changed.',
  blocks: [
    paragraph(`${FACTOR_CHANGES[change]} on ${formatMoment(at)}.`),
    ...(codesLeft === undefined ? [] : [paragraph(`Recovery codes left: ${codesLeft}. You can create new ones.`)]),
    paragraph('If this was not you, choose a new password and review your sign-in settings.'),
    button('Review sign-in settings', '/account/security'),
  ],
  reason: ACCOUNT_REASON,
})

type Invitation = { invitedBy: string; role: string; expiresAt: Date }

const QUOTED_NAME_LENGTH_MAX = 60

/** A name that strangers chose: in quotes, and too short for a message of its own. */
function quoteName(name: string): string {
  const characters = Array.from(name)
  return characters.length <= QUOTED_NAME_LENGTH_MAX
    ? `“${name}”`
    : `“${characters.slice(0, QUOTED_NAME_LENGTH_MAX).join('')}…”`
}

/** Anyone can start a partner and invite anyone, so the subject is ours alone. */
const teamInvitation = ({ invitedBy, role, partner, expiresAt }: Invitation & { partner: string }): MailContent => ({
  subject: 'Invitation to join a team on Freehold',
  preview: `${invitedBy} invited you to the team.`,
  blocks: [
    paragraph(`${invitedBy} invited you to the team of the partner ${quoteName(partner)}.`),
    facts(['Partner', quoteName(partner)], ['Role', role], ['Valid until', formatDate(expiresAt)]),
    button('View invitation', `/invitations/${SECRET_PLACE}`),
    paragraph('If you do not know this partner, ignore this message.'),
  ],
  reason: 'You receive this message because a Freehold partner invited this email address.',
})

const operatorInvitation = ({ invitedBy, role, expiresAt }: Invitation): MailContent => ({
  subject: 'Become an operator of this marketplace',
  preview: `${invitedBy} invited you.`,
  blocks: [
    paragraph(`${invitedBy} invited you to operate this Freehold marketplace.`),
    facts(['Role', role], ['Valid until', formatDate(expiresAt)]),
    button('View invitation', `/operator-invitations/${SECRET_PLACE}`),
    paragraph('If you did not expect this, ignore this message.'),
  ],
  reason: 'You receive this message because an operator of this marketplace invited this email address.',
})

export const ACCOUNT_TEMPLATES = {
  confirm_address: confirmAddress,
  account_exists: accountExists,
  no_account: noAccount,
  reset_password: resetPassword,
  password_changed: passwordChanged,
  change_address: changeAddress,
  use_address: useAddress,
  address_changed: addressChanged,
  address_not_changed: addressNotChanged,
  account_deleted: accountDeleted,
  new_device: newDevice,
  factor_changed: factorChanged,
  team_invitation: teamInvitation,
  operator_invitation: operatorInvitation,
} as const
