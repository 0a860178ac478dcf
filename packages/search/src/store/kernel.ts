// Owns the vector arithmetic: a WebAssembly SIMD module, assembled here, of integer products over 384-byte rows.
import { DIMENSIONS } from '../model/vector.ts'

const I32 = 0x7f
const V128 = 0x7b
const PAGE = 65_536
const MAX_PAGES = 65_536

/** products(query, rows…): both write one 32-bit product per row to `out`. */
interface KernelExports {
  scan(rows: number, count: number, query: number, out: number): void
  gather(base: number, slots: number, count: number, query: number, out: number): void
}

interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The part of the global that is used here; the language's own library does not describe it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Memory: new (limits: { initial: number; maximum: number }) => WasmMemory
  Instance: new (module: object, imports: object) => { exports: unknown }
}

export interface Kernel {
  readonly memory: WasmMemory
  readonly products: KernelExports
}

let compiled: object | undefined

export function createKernel(bytes: number): Kernel {
  compiled ??= new WebAssembly.Module(assemble())
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE), maximum: MAX_PAGES })
  const instance = new WebAssembly.Instance(compiled, { e: { m: memory } })
  return { memory, products: instance.exports as KernelExports }
}

/** Grows to at least so many bytes; views of the old buffer become invalid. */
export function growKernel(kernel: Kernel, bytes: number): void {
  const missing = bytes - kernel.memory.buffer.byteLength
  if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE))
}

function leb(value: number): number[] {
  const out: number[] = []
  for (let rest = value >>> 0; ; rest >>>= 7) {
    if (rest < 128) return [...out, rest]
    out.push((rest & 127) | 128)
  }
}

/** Signed, for i32.const. */
function sleb(value: number): number[] {
  const out: number[] = []
  for (let rest = value; ; rest >>= 7) {
    const byte = rest & 127
    if ((rest >> 7 === 0 && !(byte & 64)) || (rest >> 7 === -1 && byte & 64)) return [...out, byte]
    out.push(byte | 128)
  }
}

const get = (local: number): number[] => [0x20, local]
const set = (local: number): number[] => [0x21, local]
const tee = (local: number): number[] => [0x22, local]
const constant = (value: number): number[] => [0x41, ...sleb(value)]
const load128 = (offset: number): number[] => [0xfd, 0x00, 0x04, ...leb(offset)]
const ZERO128 = [0xfd, 0x0c, ...new Array<number>(16).fill(0)]
const MULTIPLY_LOW = [0xfd, 0x9c, 0x01]
const MULTIPLY_HIGH = [0xfd, 0x9d, 0x01]
const ADD8 = [0xfd, 0x8e, 0x01]
const PAIRWISE = [0xfd, 0x7e]
const ADD4 = [0xfd, 0xae, 0x01]
const ADD = [0x6a]
const lane = (index: number): number[] => [0xfd, 0x1b, index]

/**
 * Product of the row at `row` with the query at `query`, left on the stack; unrolled over all dimensions.
 * Bytes lie within ±127, so the sum of two of their products still fits 16 bits.
 */
function product(row: number, query: number, even: number, odd: number, piece: number): number[] {
  const code = [...ZERO128, ...set(even), ...ZERO128, ...set(odd)]
  for (let i = 0; i < DIMENSIONS; i += 16) {
    const sum = i % 32 === 0 ? even : odd
    code.push(...get(sum), ...get(row), ...load128(i), ...tee(piece), ...get(query), ...load128(i), ...MULTIPLY_LOW)
    code.push(...get(piece), ...get(query), ...load128(i), ...MULTIPLY_HIGH, ...ADD8, ...PAIRWISE, ...ADD4, ...set(sum))
  }
  code.push(...get(even), ...get(odd), ...ADD4, ...set(even))
  code.push(...get(even), ...lane(0), ...get(even), ...lane(1), ...ADD)
  code.push(...get(even), ...lane(2), ...ADD, ...get(even), ...lane(3), ...ADD)
  return code
}

const advance = (local: number, step: number): number[] => [...get(local), ...constant(step), ...ADD, ...set(local)]
const STORE = [0x36, 0x02, 0x00]
const LOAD = [0x28, 0x02, 0x00]
const MULTIPLY = [0x6c]

/** while (count) { body; count-- } */
function loop(count: number, body: number[]): number[] {
  const head = [0x02, 0x40, ...get(count), 0x45, 0x0d, 0x00, 0x03, 0x40]
  return [...head, ...body, ...advance(count, -1), ...get(count), 0x0d, 0x00, 0x0b, 0x0b, 0x0b]
}

function assemble(): Uint8Array<ArrayBuffer> {
  // scan: rows 0, count 1, query 2, out 3; vectors 4, 5, 6
  const scan = loop(1, [...get(3), ...product(0, 2, 4, 5, 6), ...STORE, ...advance(0, DIMENSIONS), ...advance(3, 4)])
  // gather: base 0, slots 1, count 2, query 3, out 4; row 5; vectors 6, 7, 8
  const address = [...get(0), ...get(1), ...LOAD, ...constant(DIMENSIONS), ...MULTIPLY, ...ADD, ...set(5)]
  const gather = loop(2, [
    ...address,
    ...get(4),
    ...product(5, 3, 6, 7, 8),
    ...STORE,
    ...advance(1, 4),
    ...advance(4, 4),
  ])
  const section = (id: number, items: number[][]): number[] => {
    const body = [...leb(items.length), ...items.flat()]
    return [id, ...leb(body.length), ...body]
  }
  const text = (value: string): number[] => [value.length, ...Buffer.from(value)]
  const withSize = (body: number[]): number[] => [...leb(body.length), ...body]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [
      [0x60, 4, I32, I32, I32, I32, 0],
      [0x60, 5, I32, I32, I32, I32, I32, 0],
    ]),
    ...section(2, [[...text('e'), ...text('m'), 0x02, 0x01, 0x01, ...leb(MAX_PAGES)]]),
    ...section(3, [[0], [1]]),
    ...section(7, [
      [...text('scan'), 0x00, 0],
      [...text('gather'), 0x00, 1],
    ]),
    ...section(10, [withSize([1, 3, V128, ...scan]), withSize([2, 1, I32, 3, V128, ...gather])]),
  ])
}
