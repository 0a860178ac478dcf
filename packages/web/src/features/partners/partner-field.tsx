// Picks a partner by a part of its name, its email address or its ID.
import { useState } from 'react'
import { useRead } from '../../api/hooks.ts'
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'

type Props = {
  label: string
  /** The partner's ID; empty for none. */
  value: string
  onChange: (partnerId: string) => void
  error?: string | null
  required?: boolean
}

const PAUSE_MS = 200
const SHOWN = 8

export function PartnerField({ label, value, onChange, error, required }: Props) {
  const [search, setSearch] = useState<string | null>(null)
  const [picked, setPicked] = useState<ComboboxOption | null>(null)
  const q = useDebounced(search, PAUSE_MS)
  const found = useRead(
    'GET /api/operator/v1/partners',
    { query: { ...(q ? { q } : {}), limit: SHOWN } },
    { every: false, enabled: q !== null },
  )
  const isPicked = picked?.value === value
  const named = useRead(
    'GET /api/operator/v1/partners/{partner_id}',
    { params: { partner_id: value } },
    { every: false, enabled: value !== '' && !isPicked },
  )
  const chosen = value === '' ? '' : isPicked ? picked.label : (named.data?.name ?? value)
  const options = (found.data?.partners ?? []).map(({ partner_id, name, email }) => ({
    value: partner_id,
    label: name,
    note: email,
  }))
  return (
    <Combobox
      label={label}
      chosen={chosen}
      options={options}
      isBusy={found.isFetching || q !== search}
      placeholder="Name, email, ID"
      error={error}
      required={required}
      onSearch={setSearch}
      onChoose={(option) => {
        setPicked(option)
        onChange(option?.value ?? '')
      }}
    />
  )
}

/** The same in a form: its value is sent under a name. */
export function PartnerFormField({
  name,
  initial = '',
  ...rest
}: { name: string; initial?: string } & Omit<Props, 'value' | 'onChange'>) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <PartnerField {...rest} value={value} onChange={setValue} />
      <input type="hidden" name={name} value={value} />
    </>
  )
}
