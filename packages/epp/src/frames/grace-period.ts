// Grace periods and restores of domains (RFC 3915).
import { RGP } from '../namespaces.ts'
import type { XmlElement } from '../xml/parse.ts'
import { readElement } from '../xml/read.ts'
import { type Markup, tag, textTag } from '../xml/write.ts'
import { toXmlDate } from './parts.ts'
import type { Restore, RestoreReport } from './types.ts'

const writeReport = (report: RestoreReport): Markup =>
  tag(
    'rgp:report',
    {},
    textTag('rgp:preData', report.before),
    textTag('rgp:postData', report.after),
    textTag('rgp:delTime', toXmlDate(report.deletedAt)),
    textTag('rgp:resTime', toXmlDate(report.restoredAt)),
    textTag('rgp:resReason', report.reason),
    report.statements.map((statement) => textTag('rgp:statement', statement)),
    textTag('rgp:other', report.other),
  )

const readReport = (element: XmlElement): RestoreReport =>
  readElement(element, (reader) => ({
    before: reader.text('preData'),
    after: reader.text('postData'),
    deletedAt: reader.date('delTime'),
    restoredAt: reader.date('resTime'),
    reason: reader.text('resReason'),
    statements: reader.texts('statement'),
    other: reader.optionalText('other'),
  }))

export const writeRestore = (restore: Restore): Markup =>
  tag(
    'rgp:update',
    { 'xmlns:rgp': RGP },
    tag('rgp:restore', { op: restore.op }, restore.op === 'report' ? writeReport(restore.report) : null),
  )

export const readRestore = (element: XmlElement): Restore =>
  readElement(element, (reader) =>
    readElement(reader.take('restore'), (inside): Restore => {
      const op = inside.choice('op', ['request', 'report'])
      return op === 'request' ? { op } : { op, report: readReport(inside.take('report')) }
    }),
  )

/** Responses to `info` (`infData`) and to `update` (`upData`) have the same form. */
export const writeGraceStatuses = (name: 'infData' | 'upData', statuses: readonly string[]): Markup =>
  tag(
    `rgp:${name}`,
    { 'xmlns:rgp': RGP },
    statuses.map((status) => tag('rgp:rgpStatus', { s: status })),
  )

export const readGraceStatuses = (element: XmlElement): string[] =>
  readElement(element, (reader) =>
    reader
      .many('rgpStatus')
      .map((status) => status.attributes.get('s') ?? reader.refuse('a status has no attribute s')),
  )
