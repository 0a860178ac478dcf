// The second factors of the account: authenticator app, passkeys, recovery codes.
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes, RecoveryCodesDialog } from './recovery-codes.tsx'

export function SecondFactors() {
  const factors = useRead('GET /api/account/factors', {})
  const [codes, setCodes] = useState<readonly string[]>([])
  return (
    <Reading of={factors}>
      {({ totp_enabled_at, passkeys, recovery_codes_left }) => (
        <>
          <Passkeys passkeys={passkeys} onCodes={setCodes} />
          <AuthenticatorApp enabledAt={totp_enabled_at} onCodes={setCodes} />
          {totp_enabled_at || passkeys.length > 0 ? (
            <Panel>
              <RecoveryCodes left={recovery_codes_left} onCodes={setCodes} />
            </Panel>
          ) : null}
          <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />
        </>
      )}
    </Reading>
  )
}
