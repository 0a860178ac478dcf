// The environment switch of the console, and the strip that marks the sandbox.
import { ENVIRONMENTS } from '@freehold/sdk/enums'
import type { Environment } from '@freehold/sdk/types'
import { useEffect } from 'react'
import { Segments } from '../../ui/segments.tsx'
import { wordOptions } from '../../ui/text.ts'
import { useShownEnvironment } from './console-environment.ts'

/** Live first: it is what operators work for. */
const OPTIONS = wordOptions([...ENVIRONMENTS].reverse()) as { value: Environment; label: string }[]

export function EnvironmentChoice() {
  const { environment, setEnvironment } = useShownEnvironment()
  return (
    <Segments label="Environment" value={environment} options={OPTIONS} onChange={(next) => setEnvironment(next)} />
  )
}

export function SandboxStrip() {
  const { environment } = useShownEnvironment()
  return environment === 'live' ? null : (
    <p className="environment-strip">
      <strong>Sandbox</strong>
      <span>Test data. No money moves.</span>
    </p>
  )
}

/** A record's page shows the environment of its record. */
export function ShowEnvironment({ of }: { of: Environment }) {
  const { environment, setEnvironment } = useShownEnvironment()
  useEffect(() => {
    if (environment !== of) setEnvironment(of, true)
  }, [of, environment, setEnvironment])
  return null
}
