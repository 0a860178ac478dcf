// Code to copy. Several languages share a place: without JavaScript all of them are shown, one below the other.
import type { SampleView } from './views.ts'

export const CodeSample = ({ samples, label }: { samples: readonly SampleView[]; label: string }) => (
  <div className="docs-samples" data-samples>
    {samples.map(({ language, code }) => (
      <figure key={language} className="docs-sample" data-language={language}>
        <figcaption>{language}</figcaption>
        <section aria-label={`${label}, ${language}`}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <pre tabIndex={0}>
            <code>{code}</code>
          </pre>
        </section>
      </figure>
    ))}
  </div>
)
