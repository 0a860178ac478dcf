// Descriptions of fields of accounts, teams, operators and mail, as in openapi-field-texts.ts.

export const PEOPLE_TEXTS: Readonly<Record<string, string>> = {
  members: 'Team members.',
  email: 'Email address.',
  role: 'Role of the user.',
  connected_at: 'When the person authorized it.',
  deleted: 'Always true.',
  email_confirmed: 'True if the email address is confirmed.',
  has_password: 'False if the account signs in without a password.',
  grants: 'Connected applications.',
  invitation_id: 'ID of the invitation.',
  invitations: 'Open invitations.',
  message_id: 'ID of the message.',
  messages: 'Messages.',
  operator_role: 'Role of an operator. Null for other users.',
  passkey_id: 'ID of the passkey.',
  sessions: 'Sessions.',
  template: 'What the message is about.',
  token_id: 'ID of the operator token.',
  user_id: 'ID of the user.',
}
