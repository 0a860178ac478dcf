// Bar chart over time: one or two series as SVG, with the same numbers in a table for screen readers.
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useLocale } from './locale.tsx'

export type Series = { name: string; values: readonly number[] }
type Props = {
  title: string
  /** One label a bar: days as `2026-01-31`. */
  labels: readonly string[]
  series: readonly Series[]
  format: (value: number) => string
}

const WIDTH_BEFORE_SEEN = 720
/** What the label of a day needs. */
const LABEL_WIDTH = 80
const HEIGHT = 220
const LEFT = 64
const BOTTOM = 24
const TOP = 10
/** Where the scale is marked; half a click or half a cent is no mark. */
const MARKS = [0, 0.5, 1]

/** A round number at or above the greatest value: the top of the scale. */
export function scaleTop(greatest: number): number {
  if (greatest <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(greatest))
  const step = [1, 2, 2.5, 5, 10].find((factor) => factor * power >= greatest) ?? 10
  return step * power
}

const dayText = (day: string, locale: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(day)
    ? new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
    : day

/** A chart is drawn in the pixels that it has: its text is as large on a phone as elsewhere. */
function useWidth() {
  const figure = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(WIDTH_BEFORE_SEEN)
  useEffect(() => {
    if (!figure.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(LABEL_WIDTH * 3, entry!.contentRect.width)))
    observer.observe(figure.current)
    return () => observer.disconnect()
  }, [])
  return { figure, width }
}

const LINE_HEIGHT = 16
/** An upper bound: the chart's text is 12 pixels tall. */
const LETTER_WIDTH = 6.9

/** Beside the day, on the side that has room. */
function Tooltip({ lines, at, width }: { lines: readonly string[]; at: number; width: number }) {
  const wide = Math.max(...lines.map(({ length }) => length)) * LETTER_WIDTH + 20
  const x = at + wide + 8 > width ? Math.max(0, at - wide - 8) : at + 8
  return (
    <g className="chart__tooltip" transform={`translate(${x} ${TOP})`}>
      <rect width={wide} height={lines.length * LINE_HEIGHT + 14} rx={6} />
      {lines.map((line, index) => (
        <text key={line} x={10} y={LINE_HEIGHT * (index + 1) + 3}>
          {line}
        </text>
      ))}
    </g>
  )
}

export function BarChart({ title, labels, series, format }: Props) {
  const locale = useLocale()
  const { figure, width } = useWidth()
  const [shown, setShown] = useState<number | null>(null)
  const top = scaleTop(Math.max(0, ...series.flatMap(({ values }) => values)))
  const slot = (width - LEFT) / Math.max(1, labels.length)
  const bar = Math.max(1, (slot * 0.72) / series.length)
  const y = (value: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.max(0, value) / top)
  const every = Math.ceil((labels.length * LABEL_WIDTH) / (width - LEFT))
  const last = labels.length - 1
  const reading = (index: number): string =>
    `${dayText(labels[index] ?? '', locale)}: ${series.map(({ name, values }) => `${name} ${format(values[index] ?? 0)}`).join(', ')}`
  function point(event: PointerEvent<SVGSVGElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    const at = ((event.clientX - box.left) / box.width) * width - LEFT
    setShown(at < 0 ? null : Math.min(last, Math.floor(at / slot)))
  }
  return (
    <figure className="figure" ref={figure}>
      {/* The keyboard moves along the days; screen readers announce each. */}
      <input
        className="chart__slider"
        type="range"
        min={0}
        max={Math.max(0, last)}
        step={1}
        value={shown ?? last}
        aria-label={`${title}, day by day`}
        aria-valuetext={labels.length > 0 ? reading(shown ?? last) : 'No data'}
        onChange={(event) => setShown(Number(event.target.value))}
        onFocus={() => setShown((before) => before ?? last)}
        onBlur={() => setShown(null)}
      />
      <svg
        className="chart"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={title}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setShown(null)}
      >
        {shown !== null && shown <= last ? (
          <rect className="chart__day" x={LEFT + slot * shown} width={slot} y={TOP} height={HEIGHT - TOP - BOTTOM} />
        ) : null}
        {MARKS.filter((part) => Number.isInteger(top * part)).map((part) => (
          <g key={part}>
            <line className="chart__axis" x1={LEFT} x2={width} y1={y(top * part)} y2={y(top * part)} />
            <text className="chart__text" x={LEFT - 8} y={y(top * part) + 4} textAnchor="end">
              {format(top * part)}
            </text>
          </g>
        ))}
        {series.map(({ name, values }, which) =>
          values.map((value, index) => (
            <rect
              key={`${name} ${labels[index]}`}
              className={which === 0 ? 'chart__bar' : 'chart__bar chart__bar--2'}
              x={LEFT + slot * index + slot * 0.14 + bar * which}
              width={bar}
              y={y(value)}
              height={HEIGHT - BOTTOM - y(value)}
              rx={Math.min(2, bar / 3)}
            />
          )),
        )}
        {labels.map((label, index) =>
          index % every === 0 ? (
            <text
              key={label}
              className="chart__text"
              x={LEFT + slot * (index + 0.5)}
              y={HEIGHT - 6}
              textAnchor="middle"
            >
              {dayText(label, locale)}
            </text>
          ) : null,
        )}
        {shown !== null && shown <= last ? (
          <Tooltip
            lines={[
              dayText(labels[shown] ?? '', locale),
              ...series.map(({ name, values }) => `${name}: ${format(values[shown] ?? 0)}`),
            ]}
            at={LEFT + slot * (shown + 0.5)}
            width={width}
          />
        ) : null}
      </svg>
      {series.length > 1 ? (
        <ul className="legend">
          {series.map(({ name }) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      ) : null}
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, index) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => (
                <td key={name}>{format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
