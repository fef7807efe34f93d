import { Fragment, use, useMemo, useState } from 'react'
import { ErrorsContext } from 'stoa/admin'
import type { Stock } from '../model.ts'
import { getTitle } from './columns.ts'
import { GridRow, type RowActs } from './grid-row.tsx'
import { RowBelow } from './row-below.tsx'
import { errorsByRow } from './row-errors.ts'
import type { StockGridProps } from './grid-input.ts'
import { useMessages } from './messages.ts'
import type { useGrid } from './use-grid.ts'
import { useStable } from './use-stable.ts'

interface Props {
  props: StockGridProps
  visibleIndexes: readonly number[]
  grid: ReturnType<typeof useGrid>
  checked: ReadonlySet<number>
  /** Number of stock items that are not hidden. */
  alive: number
  check: RowActs['check']
  remove: RowActs['remove']
}

const getKey = (stock: Stock, index: number) => stock.id ?? `new-${index}`

/** Rows of the grid, with panels and errors below them. */
export function GridBody({ props, visibleIndexes, grid, checked, alive, check, remove }: Props) {
  const { stocks, saved, columns, words, path, panel, restore } = props
  const say = useMessages()
  const errors = use(ErrorsContext)
  const byRow = useMemo(() => errorsByRow(errors, path), [errors, path])
  const [toggled, setToggled] = useState<ReadonlySet<number | string>>(new Set())
  /** The only stock item of a new product is expanded. */
  const alone = stocks.length === 1 && stocks[0]?.id === undefined
  const toggle = (index: number) => {
    const stock = stocks[index]
    if (!stock) return
    const key = getKey(stock, index)
    setToggled(new Set(toggled.has(key) ? [...toggled].filter((toggledKey) => toggledKey !== key) : [...toggled, key]))
  }
  const acts = useStable<RowActs>({ check, toggle, remove, restore, keep: grid.keep, leave: grid.leave })
  return (
    <tbody>
      {visibleIndexes.map((index, position) => {
        const stock = stocks[index]
        if (!stock) return null
        const key = getKey(stock, index)
        const mine = byRow.get(index)
        const here = grid.active.row === position
        const inBlock = position >= grid.block.top && position <= grid.block.bottom
        const back = stock.visibled && (stock.recover === true || saved.get(stock.id ?? 0)?.visibled === false)
        const open = toggled.has(key) !== alone || Object.keys(mine ?? {}).some((place) => !columns.some((c) => c.name === place))
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
              <RowBelow columns={columns} errors={mine} recovered={back} title={getTitle(stock, words, say('oneKind'))}>
                {open && panel(stock, index)}
              </RowBelow>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}
