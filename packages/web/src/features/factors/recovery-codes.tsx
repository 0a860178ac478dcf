// Recovery codes: a new set, shown once to be copied, downloaded or printed, and the button that creates another.
import { saveFile } from '../../api/download.ts'
import { useCall } from '../../api/hooks.ts'
import { ActionButton } from '../../ui/action.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/feedback.tsx'

/** With this many or fewer left, people are asked to create new ones. */
const FEW = 3

/** Only its button closes it. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  const file = `Recovery codes for ${location.host}\nEach code works once.\n\n${text}\n`
  return (
    <Dialog title="Your recovery codes" open={codes.length > 0} onClose={onClose} lasting>
      <Notice tone="warn" title="Save these codes now">
        We show them only once. If you lose your device, a recovery code lets you sign in. Each code works once.
      </Notice>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Actions>
        <CopyButton text={text} label="the recovery codes" />
        <Button
          kind="quiet"
          small
          onClick={() => saveFile(new Blob([file], { type: 'text/plain' }), 'freehold-recovery-codes.txt')}
        >
          Download codes
        </Button>
        <Button kind="quiet" small onClick={() => print()}>
          Print codes
        </Button>
      </Actions>
      <Actions>
        <Button onClick={onClose}>I saved the codes</Button>
      </Actions>
    </Dialog>
  )
}

export function RecoveryCodes({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const call = useCall()
  return (
    <>
      <h2>Recovery codes</h2>
      {left <= FEW ? (
        <Notice tone="warn">
          {left === 0
            ? 'You have no recovery codes left. Create new ones.'
            : `You have only ${left} recovery ${left === 1 ? 'code' : 'codes'} left. Create new ones.`}
        </Notice>
      ) : (
        <p className="soft">{`${left} unused codes. Use one to sign in if you lose your device.`}</p>
      )}
      <ActionButton
        label="Create new codes"
        small
        title="Create new recovery codes"
        text="Your previous codes stop working."
        confirm="Create codes"
        send={async () => {
          onCodes((await call('POST /api/account/recovery-codes', {})).recovery_codes)
          return undefined
        }}
      />
    </>
  )
}
