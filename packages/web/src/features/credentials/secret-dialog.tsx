// The dialog that shows a new secret. Only its button closes it.
import type { IssuedCredential } from '@freehold/sdk/types'
import { Actions, Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SecretOnce } from './secret-once.tsx'

export const SecretDialog = ({ credential, onClose }: { credential: IssuedCredential | null; onClose: () => void }) => (
  <Dialog title="Your new key" open={credential !== null} onClose={onClose} lasting>
    {credential ? <SecretOnce credential={credential} /> : null}
    <Actions>
      <Button onClick={onClose}>I copied the secret</Button>
    </Actions>
  </Dialog>
)
