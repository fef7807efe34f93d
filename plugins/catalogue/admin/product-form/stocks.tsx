import { Button } from '@blueprintjs/core'
import { Add, Refresh } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import {
  ConfirmDialog,
  type InputProps,
  optionsQuery,
  startValues,
  useContentLanguage,
  useFormField,
  useFormMode,
  useResource,
  useT,
} from '../../../../ui-admin/src/kit/index.ts'
import { MAX_STOCKS, sameChoice } from '../../domain/identity.ts'
import { columnsOf, wordsOf } from './grid/columns.ts'
import { StockGrid } from './grid/stock-grid.tsx'
import { generated, type Moved, nameOf, type Option, productOf, type Stock, withMoved, withValues } from './model.ts'
import './product-form.css'
import { sameRows, useSteady } from './steady.ts'
import { StockPanel } from './stock-panel.tsx'
import { useTexts } from './texts.ts'

/** So many new stocks at once are asked about first. */
const MANY = 100
/** So many steps can be taken back. */
const STEPS = 50
const none: never[] = []
const untouched: { steps: readonly (readonly Stock[])[]; made: readonly Stock[] } = { steps: [], made: [] }

/** What is sold of a product: one row per combination of its options. */
export default function Stocks({ id, field, value, onChange, path, disabled = false, Field, row }: InputProps) {
  const say = useTexts()
  const { language: spoken } = useT()
  const { language, main } = useContentLanguage()
  const mode = useFormMode()
  const own = useFormField<Stock[]>(field.name)
  const optionsField = useFormField<Option[] | undefined>('options')
  const all = useSteady(optionsField.value ?? none)
  const redeemable = useFormField<boolean>('is_redeemable').value === true
  const tracked = useFormField<boolean>('track_inventories').value !== false
  const goods = field.rows?.find(({ name }) => name === 'inventories')
  const isCounted = useResource('warehouse') !== undefined && goods !== undefined
  const warehouses = useQuery({ ...optionsQuery('warehouse', { q: '' }, spoken), enabled: !disabled && isCounted }).data
  const [asking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [past, setPast] = useState(untouched)
  const stocks = useSteady(Array.isArray(value) ? (value as Stock[]) : none)
  const options = useMemo(() => all.filter((one) => one.values.length > 0), [all])
  const [moved, setMoved] = useState<{ of: unknown; stocks: Stock[] }>()
  const base = moved && moved.of === row ? moved.stocks : ((row?.[field.name] ?? none) as Stock[])
  const saved = useMemo(() => new Map(base.map((one) => [Number(one.id), one])), [base])
  const home = Number(warehouses?.[0]?.value ?? 0) || null
  const fields = field.rows ?? []

  // A new product starts with one stock in the first warehouse, which is known only now.
  const homeless = mode === 'create' && home !== null && stocks.some((stock) => stock.inventories?.some((line) => !line.warehouse_id))
  useEffect(() => {
    if (homeless)
      own.setStart(
        stocks.map((stock) => ({
          ...stock,
          inventories: stock.inventories?.map((line) => ({ ...line, warehouse_id: line.warehouse_id ?? home })),
        })),
      )
  })

  const words = useMemo(() => {
    const name = (one: Option['values'][number]) => nameOf(one.label, language, main)
    const before = wordsOf((row?.['options'] ?? []) as Option[], name)
    // Removed stocks keep the words of values that are gone.
    return new Map([...wordsOf(options, name)].map(([key, now]) => [key, new Map([...(before.get(key) ?? []), ...now])]))
  }, [options, row, language, main])
  const available = say('available')
  const columns = useMemo(
    () =>
      columnsOf({
        fields: field.rows ?? [],
        options: options.map((one) => ({ key: one.key, name: nameOf(one.label, language, main) })),
        redeemable,
        tracked,
        disabled,
        available,
      }),
    [field, options, language, main, redeemable, tracked, disabled, available],
  )

  // What options or a save have changed cannot be taken back cell by cell.
  if (past !== untouched && !sameRows(past.made, stocks)) setPast(untouched)
  const change = (next: Stock[]) => {
    setPast({ steps: [...past.steps, stocks].slice(-STEPS), made: next })
    onChange(next)
  }
  const undo = () => {
    const last = past.steps.at(-1)
    if (!last) return false
    setPast({ steps: past.steps.slice(0, -1), made: last })
    onChange(last)
    return true
  }

  /** What was adjusted is stored already: it is no change of the form. */
  const keepMoved = (stockId: number | undefined, what: Moved) => {
    const next = withMoved(base, stockId, what)
    setMoved({ of: row, stocks: next })
    own.setStart(next)
    own.set(withMoved(stocks, stockId, what))
  }
  /** A removed stock is what the server has of it; values of it that are gone come back with it. */
  const restore = (index: number) => {
    const stock = stocks[index]
    if (!stock) return
    const back = { ...stock, ...saved.get(Number(stock.id)), visibled: true }
    const values = Object.fromEntries(Object.entries(back.values ?? {}).filter(([key]) => options.some((one) => one.key === key)))
    const taken = stocks.some((one, i) => i !== index && one.visibled && sameChoice(one.values ?? {}, values))
    setTrouble(taken ? say('taken') : '')
    if (taken) return
    const needed = withValues(all, (row?.['options'] ?? []) as Option[], values)
    if (needed) optionsField.set(needed)
    change(stocks.map((one, i) => (i === index ? { ...back, values } : one)))
  }

  const fresh = (): Stock => {
    const line = { ...startValues(goods?.rows ?? []), warehouse_id: home, quantity: 0 }
    const { price = '', special_price = null } = stocks.find((one) => one.visibled) ?? {}
    return { ...startValues(fields), price, special_price, values: {}, ...(goods ? { inventories: [line] } : {}) } as unknown as Stock
  }
  const result = useMemo(
    () => generated(options, stocks, () => ({ sku: '', price: '', special_price: null, visibled: true })),
    [options, stocks],
  )
  const total = result.added + result.kept

  const generate = () => {
    setAsking(false)
    change(generated(options, stocks, fresh).stocks)
  }
  const tryGenerate = () => {
    const blank = all.some((one) => nameOf(one.label, language, main).trim() === '')
    const blankValue = all.some((one) => one.values.length === 0 || one.values.some((v) => nameOf(v.label, language, main).trim() === ''))
    const wrong = blank
      ? say('emptyNames')
      : blankValue
        ? say('emptyValues')
        : total > MAX_STOCKS
          ? say('tooMany', { total, max: MAX_STOCKS })
          : ''
    setTrouble(wrong)
    if (wrong) return
    if (result.added > MANY) setAsking(true)
    else generate()
  }

  const panel = (stock: Stock, index: number) => (
    <StockPanel
      {...{ stock, fields, disabled, Field, home }}
      saved={saved.get(Number(stock.id))}
      path={`${path}.${index}`}
      change={(next) => change(stocks.map((one, i) => (i === index ? next : one)))}
      moved={(what) => keepMoved(stock.id, what)}
    />
  )

  return (
    <div id={id} className="stocks" tabIndex={-1}>
      {all.length > 0 && !disabled && (
        <div className="stock-generate">
          <span className="quiet num">
            {options.length > 0 &&
              say('count', { sum: productOf(options.map((one) => one.values.length)), total, added: result.added, kept: result.kept })}
          </span>
          <Button
            size="small"
            icon={<Refresh aria-hidden />}
            disabled={options.length === all.length && result.added === 0}
            onClick={tryGenerate}
          >
            {say('generate')}
          </Button>
        </div>
      )}
      {trouble && (
        <div className="field-error" role="alert">
          {trouble}
        </div>
      )}
      <StockGrid {...{ stocks, saved, columns, words, path, disabled, change, undo, restore, panel }} canUndo={past.steps.length > 0} />
      {!disabled && options.length === 0 && stocks.filter((one) => one.visibled).length === 0 && (
        <Button size="small" icon={<Add aria-hidden />} onClick={() => change([...stocks, fresh()])}>
          {say('addStock')}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={say('many', { count: result.added })}
        confirm={say('generate')}
        onConfirm={generate}
        onCancel={() => setAsking(false)}
      >
        <p>{say('manyText', { count: result.added })}</p>
      </ConfirmDialog>
    </div>
  )
}
