// Cases that `npm test` leaves to `npm run prove`, because a similar case that it keeps checks the same code.
const isWhole = process.env.WHOLE === '1'

/** The first case; all of them in `npm run prove`. */
export const listCases = <Case>(cases: readonly Case[]): Case[] => (isWhole ? [...cases] : cases.slice(0, 1))
