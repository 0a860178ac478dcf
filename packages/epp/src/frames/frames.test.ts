// Frames: the examples of the RFCs, random frames there and back, and bytes that are not frames.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyFrame } from '../../test/arbitraries.ts'
import { RFC_FRAMES } from '../../test/rfc-frames.ts'
import { EppProtocolError } from '../errors.ts'
import { encodeFrame, FRAME_BYTES_MAX, FrameReader } from '../framing.ts'
import { parseXml, type XmlElement } from '../xml/parse.ts'
import { readFrame, writeFrame } from './frame.ts'

const runs = Number(process.env.EPP_FRAME_RUNS ?? 300)

/** Elements, attributes and texts, without the space between elements and the different forms of a date. */
function normalize({ namespace, name, attributes, children, text }: XmlElement): unknown {
  const token = text.trim().replace(/(T\d\d:\d\d:\d\d)\.0+Z$/, '$1Z')
  return [namespace, name, Object.fromEntries([...attributes].sort()), token, children.map(normalize)]
}

const outcome = (action: () => unknown): string => {
  try {
    action()
    return 'read'
  } catch (error) {
    return error instanceof EppProtocolError ? 'refused' : `threw ${String(error)}`
  }
}

describe('the example frames of the RFCs', () => {
  it.each(RFC_FRAMES)('reads $source and writes it again with the same meaning', ({ xml }) => {
    const frame = readFrame(xml)
    expect(readFrame(writeFrame(frame))).toEqual(frame)
  })

  it.each(RFC_FRAMES.filter(({ isLossy }) => !isLossy))('writes $source element by element', ({ xml }) => {
    expect(normalize(parseXml(writeFrame(readFrame(xml))))).toEqual(normalize(parseXml(xml)))
  })

  it('reads what the info response says', () => {
    const { xml } = RFC_FRAMES.find(({ source }) => source === 'RFC 5731 §3.1.2 info response')!
    expect(readFrame(xml)).toMatchObject({
      kind: 'response',
      response: {
        results: [{ code: 1000, message: 'Command completed successfully', reasons: [] }],
        data: {
          kind: 'domain',
          domain: {
            name: 'example.com',
            roid: 'EXAMPLE1-REP',
            statuses: ['ok'],
            nameservers: { kind: 'objects', hosts: ['ns1.example.com', 'ns1.example.net'] },
            sponsor: 'ClientX',
            expiresAt: new Date('2005-04-03T22:00:00Z'),
            authCode: '2fooBAR',
          },
        },
        clientTransaction: 'ABC-12345',
        serverTransaction: '54322-XYZ',
      },
    })
  })

  it('keeps every result and reason of an error response, and no refused value', () => {
    const { xml } = RFC_FRAMES.find(({ source }) => source === 'RFC 5730 §2.6 error response')!
    const frame = readFrame(xml)
    expect(frame.kind === 'response' && frame.response.results).toEqual([
      { code: 2004, message: 'Parameter value range error', reasons: [] },
      { code: 2005, message: 'Parameter value syntax error', reasons: ['Invalid character found.'] },
    ])
    expect(JSON.stringify(frame)).not.toContain('ex(ample')
  })

  it('understands any prefix, because namespaces decide', () => {
    const { xml } = RFC_FRAMES.find(({ source }) => source === 'RFC 5731 §3.1.1 check')!
    expect(
      readFrame(
        xml.replaceAll('domain:', 'x:').replace('xmlns:domain', 'xmlns:x').replaceAll('ns:x-1.0', 'ns:domain-1.0'),
      ),
    ).toEqual(readFrame(xml))
  })
})

describe('frames', () => {
  it('come back as they were written', () => {
    fc.assert(
      fc.property(anyFrame, (frame) => {
        expect(readFrame(writeFrame(frame))).toEqual(frame)
      }),
      { numRuns: runs },
    )
  })

  it.each([
    ['a document type', '<!DOCTYPE epp [<!ENTITY a "b">]><epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp>'],
    ['an unknown entity', '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello>&a;</hello></epp>'],
    ['a processing instruction', '<?php x?><epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp>'],
    [
      'another encoding',
      '<?xml version="1.0" encoding="ISO-8859-1"?><epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp>',
    ],
    ['another namespace', '<epp xmlns="urn:other"><hello/></epp>'],
    ['a prefix without a namespace', '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><x:hello/></epp>'],
    ['two root elements', '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp><epp/>'],
    ['an element that is not closed', '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello>'],
    ['an unknown element', '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hola/></epp>'],
    ['two elements for one', '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/><hello/></epp>'],
    ['deep nesting', `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0">${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}</epp>`],
    ['nothing', ''],
  ])('refuses %s', (_, xml) => {
    expect(outcome(() => readFrame(xml))).toBe('refused')
  })

  it('refuses to write characters that XML does not allow', () => {
    const write = (name: string) => () =>
      writeFrame({
        kind: 'command',
        command: { action: 'check', object: 'domain', names: [name] },
        clientTransaction: null,
      })
    for (const name of ['\u0000', 'a\u0008', '\ud800', '\uffff']) expect(outcome(write(name))).toBe('refused')
  })

  it('answer random bytes and broken frames with a protocol error and nothing else', () => {
    const broken = fc
      .tuple(anyFrame, fc.nat(), fc.nat(3), fc.string({ unit: 'binary', maxLength: 5 }))
      .map(([frame, at, cut, added]) => {
        const xml = writeFrame(frame)
        const place = at % xml.length
        return Buffer.from(xml.slice(0, place) + added + xml.slice(place + cut))
      })
    fc.assert(
      fc.property(fc.oneof(broken, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        expect(outcome(() => readFrame(bytes))).toMatch(/^(read|refused)$/)
      }),
      { numRuns: runs },
    )
  })
})

describe('the data units of RFC 5734', () => {
  it('are put together from any pieces', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { maxLength: 5 })
    fc.assert(
      fc.property(texts, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (all, sizes) => {
        const bytes = Buffer.concat(all.map(encodeFrame))
        const reader = new FrameReader()
        const frames: string[] = []
        for (let at = 0, piece = 0; at < bytes.length; piece++) {
          const size = sizes[piece % sizes.length] ?? 1
          for (const frame of reader.push(bytes.subarray(at, at + size))) frames.push(frame.toString())
          at += size
        }
        expect(frames).toEqual(all)
        expect(reader.isInside).toBe(false)
      }),
      { numRuns: runs },
    )
  })

  it('count their own header', () => {
    expect(encodeFrame('<a/>').readUInt32BE(0)).toBe(8)
  })

  it.each([0, 1, 3, 4, FRAME_BYTES_MAX + 1, 0xff_ff_ff_ff])('are refused with the length %i', (length) => {
    const header = Buffer.alloc(4)
    header.writeUInt32BE(length)
    expect(outcome(() => new FrameReader().push(header))).toBe('refused')
  })

  it('are not written longer than allowed', () => {
    expect(outcome(() => encodeFrame('a'.repeat(FRAME_BYTES_MAX)))).toBe('refused')
  })
})
