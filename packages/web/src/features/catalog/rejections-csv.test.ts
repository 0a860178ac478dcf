// The report of refused lines as a file.
import { expect, it } from 'vitest'
import { getMediaType } from './import-upload.ts'
import { rejectionsCsv } from './rejections-csv.ts'

it('quotes what needs it and defuses formulas', () => {
  const csv = rejectionsCsv([
    { line: 2, domain: '=cmd()', message: 'is "odd", truly' },
    { line: 3, domain: null, message: 'is not JSON' },
  ])
  expect(csv).toBe(`line,domain,message\r\n2,'=cmd(),"is ""odd"", truly"\r\n3,,is not JSON\r\n`)
})

it('knows a file by its ending', () => {
  expect(['a.csv', 'B.CSV', 'c.ndjson', 'd.jsonl', 'e.xlsx', 'csv'].map(getMediaType)).toEqual([
    'text/csv',
    'text/csv',
    'application/x-ndjson',
    'application/x-ndjson',
    null,
    'text/csv',
  ])
})
