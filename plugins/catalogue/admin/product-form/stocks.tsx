import { Button } from '@blueprintjs/core'
import { Add, Refresh } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  ConfirmDialog,
  type InputProps,
  optionsQuery,
  startValues,
  useContentLanguage,
  useFormField,
  useFormMode,
  useT,
} from '../../../../ui-admin/src/kit/index.ts'
import { combinations, generated, nameOf, type Option, type Stock } from './model.ts'
import './product-form.css'
import { StockRow } from './stock-row.tsx'
import { useTexts } from './texts.ts'

/** So many new stocks at once are asked about first. */
const MANY = 100
const shared = ['sku', 'price', 'special_price', 'visibled']

/** What is sold of a product: one line per combination of its options. */
export default function Stocks({ id, field, value, onChange, path, disabled, Field }: InputProps) {
  const say = useTexts()
  const { language: spoken } = useT()
  const { language, main } = useContentLanguage()
  const mode = useFormMode()
  const own = useFormField<Stock[]>(field.name)
  const options = (useFormField<Option[]>('options').value ?? []).filter((one) => one.values.length > 0)
  const warehouses = useQuery({ ...optionsQuery('warehouse', { q: '' }, spoken), enabled: !disabled }).data
  const [recovered, setRecovered] = useState<readonly number[]>([])
  const [asking, setAsking] = useState(false)
  const [trouble, setTrouble] = useState('')
  const stocks = Array.isArray(value) ? (value as Stock[]) : []
  const fields = field.rows ?? []
  const home = Number(warehouses?.[0]?.value ?? 0) || null

  // A new product starts with one stock in the first warehouse, which is known only now.
  const homeless = mode === 'create' && home !== null && stocks.some((stock) => stock.inventories.some((line) => !line.warehouse_id))
  useEffect(() => {
    if (homeless)
      own.setStart(
        stocks.map((stock) => ({
          ...stock,
          inventories: stock.inventories.map((line) => ({
            ...line,
            warehouse_id: line.warehouse_id ?? home,
          })),
        })),
      )
  })

  const fresh = (): Stock => {
    const line = {
      ...startValues(fields.find((one) => one.name === 'inventories')?.rows ?? []),
      warehouse_id: home,
      quantity: 0,
    }
    const { price = '', special_price = null } = stocks[0] ?? {}
    return {
      ...startValues(fields),
      price,
      special_price,
      values: {},
      inventories: [line],
    } as unknown as Stock
  }
  const set = (index: number, stock: Stock) => onChange(stocks.map((one, i) => (i === index ? stock : one)))
  const result = generated(options, stocks, fresh)
  const total = combinations(options).length

  const generate = () => {
    setAsking(false)
    setRecovered(result.recovered)
    onChange(result.stocks)
  }
  const tryGenerate = () => {
    const all = own.value && options.length > 0 ? options : []
    const blank = all.some((one) => nameOf(one.label, language, main).trim() === '')
    const blankValue = all.some((one) => one.values.some((v) => nameOf(v.label, language, main).trim() === ''))
    setTrouble(blank ? say('emptyNames') : blankValue ? say('emptyValues') : '')
    if (blank || blankValue) return
    if (result.added > MANY) setAsking(true)
    else generate()
  }
  const fillDown = (name: string) => onChange(stocks.map((stock) => ({ ...stock, [name]: stocks[0]?.[name] })))
  const labelOf = (name: string) => fields.find((one) => one.name === name)?.label ?? name

  return (
    <div id={id} className="stocks" tabIndex={-1}>
      {options.length > 0 && !disabled && (
        <div className="stock-generate">
          <span className="quiet num">
            {say('count', {
              sum: options.map((one) => one.values.length).join(' × '),
              total,
              added: result.added,
              kept: result.kept,
            })}
          </span>
          <Button
            size="small"
            icon={<Refresh aria-hidden />}
            disabled={result.added === 0 && result.recovered.length === 0}
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
      <div className="stock-table">
        <div className="stock-line stock-head" aria-hidden>
          <span />
          <span>{say('variant')}</span>
          {shared.slice(0, 3).map((name) => (
            <span key={name}>{labelOf(name)}</span>
          ))}
          <span className="end">{say('available')}</span>
          <span>{labelOf('visibled')}</span>
          <span />
        </div>
        {stocks.map((stock, index) => (
          <StockRow
            key={stock.id ?? `new-${index}`}
            stock={stock}
            options={options}
            fields={fields}
            path={`${path}.${index}`}
            disabled={disabled ?? false}
            Field={Field}
            home={home}
            alone={stocks.length === 1}
            recovered={stock.id !== undefined && recovered.includes(stock.id)}
            change={(next) => set(index, next)}
            remove={stocks.length > 1 ? () => onChange(stocks.filter((_, i) => i !== index)) : undefined}
          />
        ))}
      </div>
      {!disabled && (
        <div className="stock-foot">
          <Button size="small" icon={<Add aria-hidden />} onClick={() => onChange([...stocks, fresh()])}>
            {say('addStock')}
          </Button>
          {stocks.length > 1 &&
            ['price', 'special_price'].map((name) => (
              <Button key={name} size="small" variant="minimal" onClick={() => fillDown(name)}>
                {say('fillDown', { field: labelOf(name) })}
              </Button>
            ))}
        </div>
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
