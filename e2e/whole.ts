// Cases that the short form of a test leaves to `npm run prove`, because a similar case that it keeps checks the same code.
export const isWhole = process.env.WHOLE === '1'

/** The first case, or those at these places; all of them in `npm run prove`. */
export const listCases = <Case>(cases: readonly Case[], kept: readonly number[] = [0]): Case[] =>
  isWhole ? [...cases] : cases.filter((_, index) => kept.includes(index))
