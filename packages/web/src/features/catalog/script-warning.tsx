// A warning beside a domain that can be mistaken for another.
import { Notice } from '../../ui/feedback.tsx'

export type ScriptRisk = { kind: 'mixed'; scripts: string[] } | { kind: 'lookalike'; script: string; looksLike: string }

const listText = (items: readonly string[]): string => new Intl.ListFormat('en').format(items)

export function ScriptWarning({ risk, domain }: { risk: ScriptRisk | null; domain: string }) {
  if (risk === null) return null
  return (
    <Notice
      tone="warn"
      title={risk.kind === 'mixed' ? 'This domain mixes scripts' : 'This domain looks like another one'}
    >
      <p>
        {risk.kind === 'mixed'
          ? `Its letters come from several scripts: ${listText(risk.scripts)}. It can be mistaken for another domain.`
          : `All its letters are ${risk.script}, but they look like “${risk.looksLike}” in Latin letters.`}{' '}
        Browsers may show it as <span className="mono">{domain}</span>.
      </p>
    </Notice>
  )
}
