// The mark: a boundary stone on its own ground.
export const BrandMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" fill="none">
    <path d="M4 20.5h16" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    <path d="M7 20V9.5a5 5 0 0 1 10 0V20" fill="currentColor" fillOpacity=".16" stroke="currentColor" strokeWidth="2" />
    <path d="M10.5 12h3M10.5 15.5h3" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
  </svg>
)
