import { Button } from '@blueprintjs/core'
import { ArrowDown, Undo } from '@blueprintjs/icons'
import { Fragment, type ReactNode, use, useMemo, useRef, useState } from 'react'
import { ErrorsContext } from '../../../../../ui-admin/src/kit/index.ts'
import type { Stock } from '../model.ts'
import { type PastePlan, setCells } from './block.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { GridColumn } from './cell.ts'
import { titleOf, type Words } from './columns.ts'
import './grid.css'
import { besideOf, GridRow, type RowActs } from './grid-row.tsx'
import { PasteDialog } from './paste-dialog.tsx'
import { useTexts } from './texts.ts'
import { useGrid } from './use-grid.ts'
import { useStable } from './use-stable.ts'

export interface StockGridProps {
  stocks: readonly Stock[]
  /** Stocks as the server has them. */
  saved: ReadonlyMap<number, Stock>
  columns: readonly GridColumn[]
  words: Words
  path: string
  disabled: boolean
  /** What stands below a row that is opened. */
  panel: (stock: Stock, index: number) => ReactNode
  change: (stocks: Stock[]) => void
  undo: () => boolean
  restore: (index: number) => void
  canUndo: boolean
}

const keyOf = (stock: Stock, index: number) => stock.id ?? `new-${index}`

/** The stocks of a product as a sheet: typed, filled, pasted and bulk set like one, and read by everybody. */
export function StockGrid(props: StockGridProps) {
  const { stocks, saved, columns, words, path, disabled, panel, change, undo } = props
  const say = useTexts()
  const errors = use(ErrorsContext)
  const [checked, setChecked] = useState<ReadonlySet<number>>(new Set())
  const [opened, setOpened] = useState<ReadonlySet<number | string>>(new Set())
  const [showGone, setShowGone] = useState(false)
  const [plan, setPlan] = useState<PastePlan>()
  const [said, setSaid] = useState('')
  const [count, setCount] = useState(stocks.length)
  // Places mean other stocks once there are more or fewer.
  if (count !== stocks.length) {
    setCount(stocks.length)
    setChecked(new Set())
  }
  const old = (stock: Stock) => !stock.visibled && stock.id !== undefined && saved.get(stock.id)?.visibled === false
  const gone = stocks.filter(old).length
  const shown = useMemo(
    () =>
      stocks.flatMap((stock, i) =>
        showGone || !(!stock.visibled && stock.id !== undefined && saved.get(stock.id)?.visibled === false) ? [i] : [],
      ),
    [stocks, saved, showGone],
  )
  const table = useRef<HTMLTableElement>(null)
  const grid = useGrid({
    table,
    stocks,
    shown,
    columns,
    words,
    change,
    undo,
    ask: setPlan,
    tell: (what, n) => setSaid(say(what, { count: n ?? 0 })),
  })

  /** The only stock of a new product stands open. */
  const alone = stocks.length === 1 && stocks[0]?.id === undefined
  const alive = stocks.filter((stock) => stock.visibled).length
  /** A saved stock goes back to what the server has and is hidden; a new one leaves. */
  const without = (indexes: ReadonlySet<number>) =>
    change(
      stocks.flatMap((stock, i) => {
        if (!indexes.has(i) || !stock.visibled) return [stock]
        return stock.id === undefined ? [] : [{ ...stock, ...saved.get(stock.id), visibled: false }]
      }),
    )
  const lastChecked = useRef<number>(undefined)
  const check = (index: number, on: boolean, range: boolean) => {
    const next = new Set(checked)
    const between = range && lastChecked.current !== undefined ? [lastChecked.current, index].sort((a, b) => a - b) : [index, index]
    for (const i of shown) if (i >= (between[0] ?? i) && i <= (between[1] ?? i)) next[on ? 'add' : 'delete'](i)
    lastChecked.current = index
    setChecked(next)
  }
  const toggle = (index: number) => {
    const stock = stocks[index]
    if (!stock) return
    const key = keyOf(stock, index)
    setOpened(new Set(opened.has(key) ? [...opened].filter((one) => one !== key) : [...opened, key]))
  }
  const acts = useStable<RowActs>({
    check,
    toggle,
    remove: (index) => without(new Set([index])),
    restore: props.restore,
    keep: grid.keep,
    leave: grid.leave,
  })

  const byRow = useMemo(() => errorsByRow(errors, path), [errors, path])
  const chosen = [...checked].filter((i) => stocks[i]?.visibled)
  const all = shown.filter((i) => stocks[i]?.visibled)

  return (
    <div className="stock-grid">
      {!disabled && (
        <div className="grid-tools">
          <Button size="small" icon={<ArrowDown aria-hidden />} disabled={shown.length < 2} onClick={grid.fillToEnd}>
            {say('fillDown')}
          </Button>
          <Button size="small" icon={<Undo aria-hidden />} disabled={!props.canUndo} onClick={() => undo() && setSaid(say('undone'))}>
            {say('undo')}
          </Button>
          {gone > 0 && (
            <Button size="small" variant="minimal" onClick={() => setShowGone(!showGone)}>
              {showGone ? say('hideGone') : say('showGone', { count: gone })}
            </Button>
          )}
          <span className="quiet small num" role="status">
            {said}
          </span>
        </div>
      )}
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          columns={columns}
          set={(column, text) => {
            const made = setCells(
              stocks,
              chosen.map((index) => ({ index, column, text })),
            )
            if (made) change(made.stocks)
            setSaid(say(made ? 'filled' : 'nothing', { count: made?.changed ?? 0 }))
          }}
          remove={() => {
            // One stock must stay.
            without(new Set(chosen.length === alive ? chosen.slice(1) : chosen))
            setChecked(new Set())
          }}
          clear={() => setChecked(new Set())}
        />
      )}
      <div className="grid-scroll" style={{ '--options': columns.filter((column) => column.kind === 'option').length } as never}>
        {/* A grid of cells one moves in by keys is a table that is worked in. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={table} role="grid" aria-label={say('grid')} aria-multiselectable {...grid.handlers}>
          <thead>
            <tr>
              {columns.map((column) => (
                <Head
                  key={column.name}
                  column={column}
                  checked={all.length > 0 && chosen.length === all.length}
                  checkAll={(on) => setChecked(new Set(on ? all : []))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((index, position) => {
              const stock = stocks[index]
              if (!stock) return null
              const key = keyOf(stock, index)
              const mine = byRow.get(index)
              const here = grid.active.row === position
              const inBlock = position >= grid.block.top && position <= grid.block.bottom
              const back = stock.visibled && (stock.recover === true || saved.get(stock.id ?? 0)?.visibled === false)
              const open = opened.has(key) !== alone || Object.keys(mine ?? {}).some((place) => !columns.some((c) => c.name === place))
              return (
                <Fragment key={key}>
                  <GridRow
                    {...{ stock, position, index, columns, words, open, acts }}
                    path={`${path}.${index}`}
                    active={here ? grid.active.column : -1}
                    from={inBlock ? grid.block.left : -1}
                    to={inBlock ? grid.block.right : -1}
                    editing={here ? grid.editing?.start : undefined}
                    checked={checked.has(index)}
                    recovered={back}
                    removable={alive > 1}
                    errors={mine}
                  />
                  {(back || mine || open) && (
                    <tr className="grid-below">
                      <td colSpan={columns.length}>
                        <div className="grid-below-inner">
                          {back && <p className="stock-tip">{say('recovered')}</p>}
                          {mine && (
                            <ul className="field-error">
                              {Object.entries(mine).map(([place, texts]) => (
                                <li key={place}>
                                  {labelOf(columns, place)}
                                  {texts.join(' ')}
                                </li>
                              ))}
                            </ul>
                          )}
                          {open && (
                            <fieldset className="stock-more" aria-label={titleOf(stock, words, say('oneKind'))}>
                              {panel(stock, index)}
                            </fieldset>
                          )}
                        </div>
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
          </tbody>
        </table>
      </div>
      {!disabled && <p className="quiet small grid-help">{say('help')}</p>}
      {plan && (
        <PasteDialog
          plan={plan}
          paste={() => {
            change(plan.stocks)
            setSaid(say('pasted', { count: plan.changed }))
            setPlan(undefined)
            grid.refocus()
          }}
          close={() => {
            setPlan(undefined)
            grid.refocus()
          }}
        />
      )}
    </div>
  )
}

function Head({ column, checked, checkAll }: { column: GridColumn; checked: boolean; checkAll: (on: boolean) => void }) {
  const say = useTexts()
  const names = { expand: say('details'), action: say('actions') } as const
  const sticky = column.place !== undefined || column.kind !== 'field'
  return (
    <th scope="col" className={`is-${column.kind}${sticky ? ' is-sticky' : ''}${column.end ? ' end' : ''}`} style={besideOf(column)}>
      {column.kind === 'check' ? (
        <input type="checkbox" aria-label={say('selectAll')} checked={checked} onChange={(event) => checkAll(event.target.checked)} />
      ) : column.kind === 'expand' || column.kind === 'action' ? (
        <span className="sr-only">{names[column.kind]}</span>
      ) : (
        column.label
      )}
    </th>
  )
}

const labelOf = (columns: readonly GridColumn[], place: string): string => {
  const column = columns.find((one) => one.name === place)
  return column ? `${column.label}: ` : ''
}

/** Errors of the form by row, then by the place in it. */
function errorsByRow(
  errors: Readonly<Record<string, readonly string[]>>,
  path: string,
): ReadonlyMap<number, Record<string, readonly string[]>> {
  const rows = new Map<number, Record<string, readonly string[]>>()
  for (const [place, texts] of Object.entries(errors)) {
    const [index, ...rest] = place.startsWith(`${path}.`) ? place.slice(path.length + 1).split('.') : []
    if (index === undefined || rest.length === 0) continue
    rows.set(Number(index), { ...rows.get(Number(index)), [rest.join('.')]: texts })
  }
  return rows
}
