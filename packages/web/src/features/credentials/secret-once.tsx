// A new key with its secret, shown once.
import type { IssuedCredential } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/copy.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Facts } from '../../ui/panel.tsx'

type Props = { credential: Pick<IssuedCredential, 'key_id' | 'secret' | 'environment'>; children?: ReactNode }

export const SecretOnce = ({ credential, children }: Props) => (
  <>
    <Notice tone="warn" title="Copy the secret now">
      We show it only once. Store it like a password: anyone who has it can act on your behalf.
    </Notice>
    <Facts
      facts={[
        ['Key ID', <Copyable key="id" text={credential.key_id} label="the key ID" />],
        ['Secret', <Copyable key="secret" text={credential.secret} label="the secret" />],
        ['Environment', credential.environment === 'live' ? 'Live' : 'Sandbox'],
      ]}
    />
    {children}
  </>
)
