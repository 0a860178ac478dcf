// Counts text as the limits of request fields do.

/** An emoji is one character, although it has two code units. */
export const countCharacters = (text: string): number => Array.from(text).length
