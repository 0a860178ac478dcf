// Owns the stored form of a vector: 384 signed bytes at one fixed scale, so that plain integer products rank them.
export const DIMENSIONS = 384
/** A unit vector's components rarely pass 0.25; 127 / 508 is that bound. */
const SCALE = 508
const UNIT_PRODUCT = SCALE * SCALE

export function quantise(unit: ArrayLike<number>): Int8Array {
  const bytes = new Int8Array(DIMENSIONS)
  for (let i = 0; i < DIMENSIONS; i++) {
    bytes[i] = Math.max(-127, Math.min(127, Math.round((unit[i] as number) * SCALE)))
  }
  return bytes
}

/** Cosine of two stored vectors, from their integer product. */
export function toCosine(product: number): number {
  return product / UNIT_PRODUCT
}

/** The same bytes seen as signed numbers. */
export function asSigned(vector: Uint8Array | Int8Array): Int8Array {
  if (vector.byteLength !== DIMENSIONS)
    throw new RangeError(`A vector has ${DIMENSIONS} bytes, not ${vector.byteLength}`)
  return new Int8Array(vector.buffer, vector.byteOffset, DIMENSIONS)
}

export function asUnsigned(vector: Int8Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
}

export function dotProduct(a: Int8Array, b: Int8Array): number {
  let sum = 0
  for (let i = 0; i < DIMENSIONS; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}

/** One bit for the sign of each component, as text: codes that differ in few bits belong to vectors that lie near. */
export function signCode(vector: Int8Array): string {
  let code = ''
  for (const value of vector) code += value > 0 ? '1' : '0'
  return code
}
