// A new key with its secret: shown once, to be taken along now.
import type { IssuedCredential } from '@freehold/sdk/types'
import type { ReactNode } from 'react'
import { Copyable } from '../../ui/copy.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Facts } from '../../ui/panel.tsx'

type Props = { credential: Pick<IssuedCredential, 'key_id' | 'secret' | 'environment'>; children?: ReactNode }

export const SecretOnce = ({ credential, children }: Props) => (
  <>
    <Notice tone="warn" title="Copy the secret now">
      It is shown this once. Keep it like a password: whoever has it acts in your name.
    </Notice>
    <Facts
      facts={[
        ['Key id', <Copyable key="id" text={credential.key_id} label="the key id" />],
        ['Secret', <Copyable key="secret" text={credential.secret} label="the secret" />],
        ['Environment', credential.environment === 'live' ? 'Live' : 'Sandbox'],
      ]}
    />
    {children}
  </>
)
