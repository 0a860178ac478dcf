// The registrar that receives domains: chosen by name, or by its IANA ID.
import { useState } from 'react'
import { Combobox } from '../../ui/combobox.tsx'
import { findRegistrars, registrarText } from './registrars.ts'

type Props = {
  label?: string
  /** The name of the field in the form; its value is the IANA ID. */
  name: string
  /** The IANA ID so far. */
  defaultId: number | null
  error?: string | null
  required?: boolean
}

export function RegistrarField({ label = 'Registrar', name, defaultId, error, required }: Props) {
  const [id, setId] = useState(defaultId)
  const [search, setSearch] = useState('')
  return (
    <>
      <Combobox
        label={label}
        hint="Search by name. For other registrars, enter the IANA ID, which WHOIS shows."
        chosen={registrarText(id)}
        options={findRegistrars(search)}
        isBusy={false}
        required={required}
        error={error}
        onSearch={setSearch}
        onChoose={(option) => setId(option === null ? null : Number(option.value))}
      />
      <input type="hidden" name={name} value={id ?? ''} />
    </>
  )
}
