// Which partner a person chose to work for: named in the URL, or remembered in this browser.
import type { OwnPartner } from '@freehold/sdk/types'

/** The only partner, or the one that was chosen and is still theirs. Null: they must choose. */
export function findChosen(
  partners: readonly OwnPartner[],
  { named, remembered }: { named: string | null; remembered: string | null },
): OwnPartner | null {
  const find = (id: string | null) => partners.find(({ partner_id }) => partner_id === id)
  return find(named) ?? find(remembered) ?? (partners.length === 1 ? partners[0]! : null)
}
