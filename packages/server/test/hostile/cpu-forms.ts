// Texts that slow code is slow on: one character or a few, repeated up to a length, and sequences that have to be sorted.

export type Form = { name: string; text(length: number): string }

const repeated = (part: string): Form => ({
  name: `${JSON.stringify(part)} repeated`,
  text: (length) => part.repeat(Math.ceil(length / part.length)).slice(0, length),
})

/** Normalization sorts combining marks by their class: the second half moves before the first, mark by mark. */
const MARKS: Form = {
  name: 'combining marks in the wrong order',
  text: (length) => `a${'\u0301'.repeat(length >> 1)}${'\u0323'.repeat(length)}`.slice(0, length),
}

const CJK = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')

/** Punycode sorts the different characters of a label. */
const distinct = (before: string, after: string): Form => ({
  name: `${JSON.stringify(before)} and different characters`,
  text: (length) => {
    const room = Math.max(0, length - before.length - after.length)
    return `${before}${CJK.repeat(Math.ceil(room / CJK.length)).slice(0, room)}${after}`
  },
})

/** A label of the longest length that DNS allows, as often as it fits. */
const LABELS: Form = repeated(`${CJK.slice(0, 50)}.`)

const PARTS = [
  '.',
  '@',
  '/',
  'a',
  '-',
  ' ',
  '%',
  '\\',
  'ü',
  '你',
  'a.',
  '@.',
  '=&',
  'a@a.',
  '0',
  '\n',
  '%2F',
  '((',
  '";',
]

export const FORMS: readonly Form[] = [
  ...PARTS.map(repeated),
  MARKS,
  LABELS,
  distinct('', ''),
  distinct('https://', '/'),
  distinct('a@', '.com'),
  distinct('', '.com'),
]

/** As many characters of the text as fit into so many bytes, in the given encoding. */
export function fitted(form: Form, bytes: number, encode: (text: string) => string): string {
  const sample = form.text(64)
  const perCharacter = Math.max(1, Buffer.byteLength(encode(sample)) / sample.length)
  let length = Math.floor(bytes / perCharacter)
  while (length > 0 && Buffer.byteLength(encode(form.text(length))) > bytes) length = Math.floor(length * 0.9)
  return form.text(length)
}
