// EPP for others: frames, the client, and result codes. The registry simulator has its own entry.
export { EppProtocolError } from './errors.ts'
export { readFrame, writeFrame } from './frames/frame.ts'
export type * from './frames/types.ts'
export { encodeFrame, FRAME_BYTES_MAX, FrameReader } from './framing.ts'
export * as namespaces from './namespaces.ts'
