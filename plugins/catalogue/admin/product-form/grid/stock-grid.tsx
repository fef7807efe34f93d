import { Button } from '@blueprintjs/core'
import { ArrowDown, Undo } from '@blueprintjs/icons'
import { useMemo, useRef, useState } from 'react'
import type { Stock } from '../model.ts'
import { type PastePlan, setCells } from './block.ts'
import { BulkBar } from './bulk-bar.tsx'
import './grid.css'
import { GridBody } from './grid-body.tsx'
import { GridHead } from './grid-head.tsx'
import type { StockGridProps } from './grid-input.ts'
import { PasteDialog } from './paste-dialog.tsx'
import { useMessages } from './messages.ts'
import { useCheckedRows } from './use-checked-rows.ts'
import { useGrid } from './use-grid.ts'

/** Spreadsheet-like grid of a product's stock items: edit, fill, paste and bulk edit, accessible by keyboard and screen reader. */
export function StockGrid(props: StockGridProps) {
  const { stocks, saved, columns, words, disabled, change, undo, canUndo } = props
  const say = useMessages()
  const [showRemoved, setShowRemoved] = useState(false)
  const [plan, setPlan] = useState<PastePlan>()
  const [message, setMessage] = useState('')
  const left = useMemo(() => stocks.flatMap((stock, i) => (isRemoved(stock, saved) ? [] : [i])), [stocks, saved])
  const removedCount = stocks.length - left.length
  const visibleIndexes = showRemoved ? [...stocks.keys()] : left
  const { checked, check, checkRows } = useCheckedRows(visibleIndexes, stocks.length)
  const table = useRef<HTMLTableElement>(null)
  const tell = (key: Parameters<typeof say>[0], count = 0) => setMessage(say(key, { count }))
  const grid = useGrid({ table, stocks, visibleIndexes, columns, words, change, undo, tell, ask: setPlan })
  const alive = stocks.filter((stock) => stock.visibled).length
  const chosen = [...checked].filter((i) => stocks[i]?.visibled)
  const all = visibleIndexes.filter((i) => stocks[i]?.visibled)
  const remove = (indexes: readonly number[]) => change(withoutStocks(stocks, saved, indexes))
  const closePlan = () => {
    setPlan(undefined)
    grid.refocus()
  }

  return (
    <div className="stock-grid">
      {!disabled && (
        <div className="grid-tools">
          <Button size="small" icon={<ArrowDown aria-hidden />} disabled={visibleIndexes.length < 2} onClick={grid.fillToEnd}>
            {say('fillDown')}
          </Button>
          <Button size="small" icon={<Undo aria-hidden />} disabled={!canUndo} onClick={() => undo() && tell('undone')}>
            {say('undo')}
          </Button>
          {removedCount > 0 && (
            <Button size="small" variant="minimal" onClick={() => setShowRemoved(!showRemoved)}>
              {showRemoved ? say('hideGone') : say('showGone', { count: removedCount })}
            </Button>
          )}
          <span className="quiet small num" role="status">
            {message}
          </span>
        </div>
      )}
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          columns={columns}
          set={(column, text) => {
            const cells = chosen.map((index) => ({ index, column, text }))
            const made = setCells(stocks, cells)
            if (made) change(made.stocks)
            tell(made ? 'filled' : 'nothing', made?.changed)
          }}
          remove={() => {
            // One stock item must remain.
            remove(chosen.length === alive ? chosen.slice(1) : chosen)
            checkRows([])
          }}
          clear={() => checkRows([])}
        />
      )}
      <div className="grid-scroll" style={{ '--options': columns.filter((column) => column.kind === 'option').length } as never}>
        {/* The ARIA role of a keyboard-navigable table of cells. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={table} role="grid" aria-label={say('grid')} aria-multiselectable {...grid.handlers}>
          <GridHead
            columns={columns}
            checked={all.length > 0 && chosen.length === all.length}
            checkAll={(on) => checkRows(on ? all : [])}
          />
          <GridBody {...{ props, visibleIndexes, grid, checked, alive, check }} remove={(index) => remove([index])} />
        </table>
      </div>
      {!disabled && <p className="quiet small grid-help">{say('help')}</p>}
      {plan && (
        <PasteDialog
          plan={plan}
          paste={() => {
            change(plan.stocks)
            tell('pasted', plan.changed)
            closePlan()
          }}
          close={closePlan}
        />
      )}
    </div>
  )
}

/** Whether a stock item was removed before the product was opened, and still is. */
const isRemoved = (stock: Stock, saved: StockGridProps['saved']): boolean =>
  !stock.visibled && stock.id !== undefined && saved.get(stock.id)?.visibled === false

/** Removes stock items: a saved one is reset and hidden, a new one is deleted. */
const withoutStocks = (stocks: readonly Stock[], saved: StockGridProps['saved'], indexes: readonly number[]): Stock[] =>
  stocks.flatMap((stock, i) => {
    if (!indexes.includes(i) || !stock.visibled) return [stock]
    return stock.id === undefined ? [] : [{ ...stock, ...saved.get(stock.id), visibled: false }]
  })
