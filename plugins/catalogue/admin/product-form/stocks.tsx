import { Button } from '@blueprintjs/core'
import { Add, Refresh } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ConfirmDialog, type InputProps, optionsQuery, startValues, useFormField, useFormMode, useResource, useT } from 'stoa/admin'
import { isSameChoice } from '../../domain/identity.ts'
import { StockGrid } from './grid/stock-grid.tsx'
import { type Moved, type Option, getProduct, type Stock, withMoved, withValues } from './model.ts'
import './stocks.css'
import { useSteady } from './rows-equal.ts'
import { StockPanel } from './stock-panel.tsx'
import { useMessages } from './messages.ts'
import { useGenerate } from './use-generate.ts'
import { getOptions, useStockColumns } from './use-stock-columns.ts'
import { useUndo } from './use-undo.ts'

const none: never[] = []

/** Stock items of a product: one row per combination of options. */
export default function Stocks(props: InputProps) {
  const { id, field, value, onChange, path, disabled = false, Field, row } = props
  const say = useMessages()
  const optionsField = useFormField<Option[] | undefined>('options')
  const all = useSteady(optionsField.value ?? none)
  const options = useMemo(() => all.filter((option) => option.values.length > 0), [all])
  const stocks = useSteady(Array.isArray(value) ? (value as Stock[]) : none)
  const { saved, keepMoved } = useSavedStocks(field.name, row, stocks)
  const goods = field.rows?.find(({ name }) => name === 'inventories')
  const home = useHome(goods !== undefined && !disabled)
  useFirstWarehouse(field.name, stocks, home)
  const { columns, words } = useStockColumns(props, options)
  const { change, undo, canUndo } = useUndo(stocks, onChange)
  const [problem, setProblem] = useState('')

  /** Restores a removed stock item with its stored values, including removed option values. */
  const restore = (index: number) => {
    const stock = stocks[index]
    if (!stock) return
    const back = { ...stock, ...saved.get(Number(stock.id)), visibled: true }
    const values = Object.fromEntries(Object.entries(back.values ?? {}).filter(([key]) => options.some((option) => option.key === key)))
    const isDuplicate = stocks.some((stock, i) => i !== index && stock.visibled && isSameChoice(stock.values ?? {}, values))
    setProblem(isDuplicate ? say('taken') : '')
    if (isDuplicate) return
    const needed = withValues(all, getOptions(row), values)
    if (needed) optionsField.set(needed)
    change(stocks.map((stock, i) => (i === index ? { ...back, values } : stock)))
  }
  const newStock = (): Stock => {
    const line = { ...startValues(goods?.rows ?? []), warehouse_id: home, quantity: 0 }
    const { price = '', special_price = null } = stocks.find((stock) => stock.visibled) ?? {}
    const start = startValues(field.rows ?? [])
    return { ...start, price, special_price, values: {}, ...(goods ? { inventories: [line] } : {}) } as unknown as Stock
  }
  const { added, kept, total, asking, generate, tryGenerate, cancel } = useGenerate({
    all,
    options,
    stocks,
    newStock,
    change,
    refuse: setProblem,
  })

  const panel = (stock: Stock, index: number) => (
    <StockPanel
      {...{ stock, disabled, Field, home }}
      fields={field.rows ?? []}
      saved={saved.get(Number(stock.id))}
      path={`${path}.${index}`}
      change={(next) => change(stocks.map((stock, i) => (i === index ? next : stock)))}
      moved={(change) => keepMoved(stock.id, change)}
    />
  )

  return (
    <div id={id} className="stocks" tabIndex={-1}>
      {all.length > 0 && !disabled && (
        <div className="stock-generate">
          <span className="quiet num">
            {options.length > 0 && say('count', { sum: getProduct(options.map((option) => option.values.length)), total, added, kept })}
          </span>
          <Button size="small" icon={<Refresh aria-hidden />} disabled={options.length === all.length && added === 0} onClick={tryGenerate}>
            {say('generate')}
          </Button>
        </div>
      )}
      {problem && (
        <div className="field-error" role="alert">
          {problem}
        </div>
      )}
      <StockGrid {...{ stocks, saved, columns, words, path, disabled, change, undo, restore, panel, canUndo }} />
      {!disabled && options.length === 0 && stocks.filter((stock) => stock.visibled).length === 0 && (
        <Button size="small" icon={<Add aria-hidden />} onClick={() => change([...stocks, newStock()])}>
          {say('addStock')}
        </Button>
      )}
      <ConfirmDialog open={asking} title={say('many', { count: added })} confirm={say('generate')} onConfirm={generate} onCancel={cancel}>
        <p>{say('manyText', { count: added })}</p>
      </ConfirmDialog>
    </div>
  )
}

/** Stored stock items by id, with adjustments made since the form was loaded. */
function useSavedStocks(name: string, row: InputProps['row'], stocks: readonly Stock[]) {
  const stocksField = useFormField<Stock[]>(name)
  const [moved, setMoved] = useState<{ record: unknown; stocks: Stock[] }>()
  const base = moved && moved.record === row ? moved.stocks : ((row?.[name] ?? none) as Stock[])
  const saved = useMemo(() => new Map(base.map((stock) => [Number(stock.id), stock])), [base])
  /** An adjustment is stored already: it does not make the form dirty. */
  const keepMoved = (stockId: number | undefined, change: Moved) => {
    const next = withMoved(base, stockId, change)
    setMoved({ record: row, stocks: next })
    stocksField.setStart(next)
    stocksField.set(withMoved(stocks, stockId, change))
  }
  return { saved, keepMoved }
}

/** Default warehouse of new lines; null while loading, and without inventory. */
function useHome(enabled: boolean): number | null {
  const { language } = useT()
  const isCounted = useResource('warehouse') !== undefined
  const warehouses = useQuery({ ...optionsQuery('warehouse', { q: '' }, language), enabled: enabled && isCounted }).data
  return Number(warehouses?.[0]?.value ?? 0) || null
}

/** A new product starts with one stock item in the first warehouse, which is known only after the first render. */
function useFirstWarehouse(name: string, stocks: readonly Stock[], home: number | null): void {
  const creating = useFormMode() === 'create'
  const { setStart } = useFormField<Stock[]>(name)
  useEffect(() => {
    if (!creating || home === null || !stocks.some(({ inventories }) => inventories?.some((line) => !line.warehouse_id))) return
    setStart(
      stocks.map((stock) => ({
        ...stock,
        inventories: stock.inventories?.map((line) => ({ ...line, warehouse_id: line.warehouse_id ?? home })),
      })),
    )
  })
}
