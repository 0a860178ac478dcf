// Which labels can be mistaken for others.
import { describe, expect, it } from 'vitest'
import { findScriptRisk } from './scripts.ts'

describe('the scripts of a label', () => {
  it.each([
    'example',
    'bücher',
    'пример',
    'παράδειγμα',
    '例え',
    '日本語ネット',
    '한국',
    'ソニーtv',
    'מזרח',
    'abc-123',
    '123',
  ])('%s is not risky', (label) => {
    expect(findScriptRisk(label)).toBeNull()
  })

  it.each([
    ['pаypal', ['Latin', 'Cyrillic']],
    ['gοogle', ['Latin', 'Greek']],
    ['приmер', ['Cyrillic', 'Latin']],
  ])('%s mixes scripts', (label, scripts) => {
    expect(findScriptRisk(label)).toEqual({ kind: 'mixed', scripts })
  })

  it.each([
    ['аррӏе', 'Cyrillic', 'apple'],
    ['сосо-1', 'Cyrillic', 'coco-1'],
    ['οικο', 'Greek', 'oiko'],
  ])('%s looks like Latin letters', (label, script, looksLike) => {
    expect(findScriptRisk(label)).toEqual({ kind: 'lookalike', script, looksLike })
  })
})
