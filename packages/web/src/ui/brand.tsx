// The mark: a boundary stake with two survey flags, which form an F. Its sources are in docs/brand.

/** The paths of the mark in a box of 24 by 24: the stake with its upper flag, and the lower flag. */
const STAKE = 'M4.8 1.5h15.4L17 5.1l3.2 3.6H9v9.7l-2.1 4.1-2.1-4.1z'
const FLAG = 'M9 10.9h7.6l-2.4 2.6 2.4 2.6H9z'

/** The mark inside another drawing. */
export const MarkPaths = () => (
  <>
    <path d={STAKE} fill="currentColor" />
    <path d={FLAG} fill="var(--flag)" />
  </>
)

export const BrandMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <MarkPaths />
  </svg>
)
