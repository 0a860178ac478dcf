// Above a list: how many rows match, the order on phones, saved views, the choice of columns, and the download.
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useSay } from './announce.tsx'
import { Button } from './button.tsx'
import { CheckField, TextField } from './field.tsx'
import { Menu } from './menu.tsx'
import { useSavedViews, VIEW_NAME_LENGTH_MAX } from './saved-views.ts'
import { formatSort, parseSort, type TableState } from './table-state.ts'

type Props<Row> = {
  state: TableState<Row>
  /** The number of rows, if it is known. */
  count?: ReactNode
  /** The button that downloads the list. */
  download?: ReactNode
}

export const ListTools = <Row,>({ state, count, download }: Props<Row>) => (
  <div className="list-tools">
    <p className="list-tools__count" role="status">
      {count}
    </p>
    <SortSelect state={state} />
    <Views state={state} />
    <Columns state={state} />
    {download}
  </div>
)

/** Phones have no column heads to press. */
function SortSelect<Row>({ state }: { state: TableState<Row> }) {
  const id = useId()
  const sortable = state.columns.filter(({ sort }) => sort !== undefined)
  if (sortable.length === 0) return null
  const names = sortable.map(({ sort }) => sort)
  return (
    <div className="list-tools__sort">
      <label className="visually-hidden" htmlFor={id}>
        Sort by
      </label>
      <select
        id={id}
        className="input input--small"
        value={formatSort(state.sorting)}
        onChange={(event) => state.sortBy(parseSort(event.target.value, names) ?? state.sorting)}
      >
        {sortable.flatMap(({ title, sort, starts = 'desc' }) =>
          (starts === 'asc' ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const)).map((direction) => (
            <option key={`${sort}_${direction}`} value={formatSort({ by: sort ?? '', direction })}>
              {`${title} ${direction === 'asc' ? '↑' : '↓'}`}
            </option>
          )),
        )}
      </select>
    </div>
  )
}

function Columns<Row>({ state: { columns, hidden, hide } }: { state: TableState<Row> }) {
  const [, ...choices] = columns.filter(({ title }) => title !== 'Actions')
  return (
    <Menu label="Columns">
      <fieldset className="menu__choices">
        <legend>Columns shown</legend>
        {choices.map(({ title }) => (
          <CheckField
            key={title}
            label={title}
            checked={!hidden.includes(title)}
            onChange={(event) =>
              hide(event.target.checked ? hidden.filter((one) => one !== title) : [...hidden, title])
            }
          />
        ))}
      </fieldset>
      {hidden.length > 0 ? (
        <Button kind="quiet" small onClick={() => hide([])}>
          Show all columns
        </Button>
      ) : null}
    </Menu>
  )
}

function Views<Row>({ state }: { state: TableState<Row> }) {
  const { views, current, save, remove, open } = useSavedViews(state)
  const [name, setName] = useState('')
  const say = useSay()

  const onSubmit = (close: () => void) => (event: FormEvent) => {
    event.preventDefault()
    const tidy = name.trim()
    if (tidy === '') return
    void save(tidy).then(
      () => {
        setName('')
        say(`View “${tidy}” saved.`)
        close()
      },
      (error: Error) => say(error.message),
    )
  }

  return (
    <Menu label={current ? `View: ${current.name}` : 'Views'}>
      {(close) => (
        <>
          {views.length === 0 ? (
            <p className="soft small">No saved views yet.</p>
          ) : (
            <ul className="menu__list">
              {views.map((view) => (
                <li key={view.name}>
                  <button
                    type="button"
                    className="menu__item"
                    aria-current={view === current ? 'true' : undefined}
                    onClick={() => {
                      open(view)
                      close()
                    }}
                  >
                    {view.name}
                  </button>
                  <Button
                    kind="quiet"
                    small
                    aria-label={`Delete view: ${view.name}`}
                    onClick={() => void remove(view.name).catch((error: Error) => say(error.message))}
                  >
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <form className="menu__form" onSubmit={onSubmit(close)}>
            <TextField
              label="Save this view as"
              hint="Filters, order and columns, in your account."
              value={name}
              maxLength={VIEW_NAME_LENGTH_MAX}
              onChange={(event) => setName(event.target.value)}
              autoComplete="off"
            />
            <Button type="submit" small>
              Save view
            </Button>
          </form>
        </>
      )}
    </Menu>
  )
}
