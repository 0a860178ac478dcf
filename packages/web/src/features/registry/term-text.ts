// How long a registration lasts, in words.

/** `for 2 years`: the shortest term; nothing where it is one. */
export const termText = (years: number | null): string =>
  years === null ? '' : years === 1 ? 'for one year' : `for ${years} years`
