// For a person on several teams: which partner they work for now.
import type { OwnPartner } from '@freehold/sdk/types'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { roleText } from './choice.tsx'

type Props = { partners: readonly OwnPartner[]; onChoose: (partnerId: string) => void }

export const ChoosePartner = ({ partners, onChoose }: Props) => (
  <Panel raised title="Your partners">
    <ul className="partner-list">
      {partners.map(({ partner_id, name, role }) => (
        <li key={partner_id}>
          <Button kind="plain" wide onClick={() => onChoose(partner_id)}>
            <strong>{name}</strong> <span className="soft">{roleText(role)}</span>
          </Button>
        </li>
      ))}
    </ul>
  </Panel>
)
