// The place of a page that is still loading, as large as a page, so that nothing moves when it arrives.
export const PageSkeleton = () => (
  <div className="skeleton" aria-busy="true">
    <p className="visually-hidden" role="status">
      Loading…
    </p>
    <div className="skeleton__title" />
    <div className="skeleton__line" />
    <div className="skeleton__panel" />
  </div>
)
