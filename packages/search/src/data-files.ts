// Owns where the package's data and model lie: ../data and ../model, seen alike from src, from dist and from the bundled worker of the tests.
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const DATA_URL = new URL('../data/', import.meta.url)
const MODEL_URL = new URL('../model/', import.meta.url)

export function readData(name: string): Buffer {
  const bytes = readFileSync(new URL(name, DATA_URL))
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

export function readDataLines(name: string): string[] {
  return readData(name)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
}

export function readModelFile(name: string): Buffer {
  return readFileSync(new URL(name, MODEL_URL))
}
