// Account security: password, second factors, email address, sessions, connected applications, data.
import { useRead } from '../../api/hooks.ts'
import type { Person } from '../../context.ts'
import { Applications } from '../../features/accounts/applications.tsx'
import { DataPanel } from '../../features/accounts/data-panel.tsx'
import { EmailPanel } from '../../features/accounts/email-panel.tsx'
import { PasswordPanel } from '../../features/accounts/password-panel.tsx'
import { Sessions } from '../../features/accounts/sessions.tsx'
import { SecondFactors } from '../../features/factors/factors.tsx'
import { PageHead } from '../../ui/panel.tsx'

export function SecurityPage({ person }: { person: Person }) {
  const account = useRead('GET /api/account', {})
  return (
    <>
      <PageHead title="Security" text="How you sign in, and who has access to your account." />
      {account.data?.has_password === false ? null : <PasswordPanel />}
      <SecondFactors />
      <EmailPanel email={account.data?.email ?? person.email} isConfirmed={person.isConfirmed} />
      <Sessions />
      <Applications />
      <DataPanel hasPassword={account.data?.has_password ?? true} />
    </>
  )
}
