export function ensureNewman(): string
