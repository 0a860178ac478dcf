// A domain that, where it needs two lines, breaks before its extension.

export function DomainText({ domain }: { domain: string }) {
  const dot = domain.indexOf('.')
  return (
    <>
      {domain.slice(0, dot)}
      <wbr />
      {domain.slice(dot)}
    </>
  )
}
