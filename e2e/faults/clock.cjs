// Loaded before the service (NODE_OPTIONS=--require): the file CLOCK_OFFSET names holds seconds by which the system's clock is wrong.
const { readFileSync } = require('node:fs')

const Real = Date
const LOOK_EVERY_MS = 20
let offset = 0
let lookedAt = 0

function wrong() {
  const now = Real.now()
  if (now - lookedAt > LOOK_EVERY_MS) {
    lookedAt = now
    try {
      offset = Number(readFileSync(process.env.CLOCK_OFFSET, 'utf8')) * 1000
    } catch {
      offset = 0
    }
  }
  return now + offset
}

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(wrong())
    else super(...given)
  }
  static now() {
    return wrong()
  }
}
