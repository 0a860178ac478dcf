// What a client accepts: the names in an Accept or Accept-Encoding header, with their weights (RFC 9110 §12.4.2).

export type Accepted = { name: string; weight: number }

function parsePart(part: string): Accepted {
  const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.slice(2))
  return { name, weight: weight >= 0 && weight <= 1 ? weight : 0 }
}

/** In lower case, in the order of the header. */
export const parseAccepted = (header: string | undefined): Accepted[] =>
  header ? header.toLowerCase().split(',').map(parsePart) : []

/** Undefined: not named. */
export const findWeight = (accepted: readonly Accepted[], wanted: string): number | undefined =>
  accepted.find(({ name }) => name === wanted)?.weight

/** For forms that only clients get that name their type; a client that accepts anything gets JSON. */
export const acceptsType = (header: string | undefined, wanted: string): boolean =>
  (findWeight(parseAccepted(header), wanted) ?? 0) > 0
