import { Button, FormGroup, HTMLTable, InputGroup } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { api, ErrorsContext, type InputProps, useFormField, useT } from '../../../../ui-admin/src/kit/index.ts'
import type { StockToBuy } from '../../wire.ts'
import { useTexts } from '../texts.ts'
import './lines.css'
import { StockSearch } from './stock-search.tsx'

/** A line as the form keeps it: numbers as they are typed. */
export interface DraftLine {
  id?: number
  stock_id: number
  supplier_sku: string
  quantity: string | number
  unit_cost: string | null
  discount: string
}

const parts = ['quantity', 'unit_cost', 'discount'] as const

/** The lines of a purchase order: goods are found and added, then typed like in a sheet. */
export default function LinesInput({ id, field, value, onChange, path, disabled }: InputProps) {
  const say = useTexts()
  const { language } = useT()
  const { value: supplier } = useFormField<number | string | null>('supplier_id')
  const lines = Array.isArray(value) ? (value as DraftLine[]) : []
  const stocks = useStocks(lines, supplier)
  const set = (at: number, change: Partial<DraftLine>) => onChange(lines.map((line, i) => (i === at ? { ...line, ...change } : line)))
  const add = (stock: StockToBuy) => {
    if (lines.some((l) => l.stock_id === stock.id)) return
    onChange([
      ...lines,
      { stock_id: stock.id, supplier_sku: stock.supplier_sku, quantity: stock.min_qty, unit_cost: stock.cost, discount: '0.00' },
    ])
  }
  return (
    <div id={id} className="po-lines" tabIndex={-1}>
      {lines.length > 0 && (
        <div className="po-lines-scroll">
          <HTMLTable compact>
            <caption className="sr-only">{field.label}</caption>
            <thead>
              <tr>
                <th scope="col">{say('item')}</th>
                {parts.map((part) => (
                  <th key={part} scope="col">
                    {say(part)}
                  </th>
                ))}
                <th scope="col" className="po-lines-sum">
                  {say('amount')}
                </th>
                <th scope="col">
                  <span className="sr-only">{say('remove')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line, i) => {
                const stock = stocks.get(line.stock_id)
                const name = [stock?.name, stock?.options].filter(Boolean).join(' – ') || `#${line.stock_id}`
                return (
                  <tr key={line.stock_id}>
                    <th scope="row">
                      {name}
                      <span className="quiet small">{[stock?.sku, line.supplier_sku].filter(Boolean).join(' · ')}</span>
                    </th>
                    {parts.map((part) => (
                      <td key={part}>
                        <Cell
                          label={`${say(part)}: ${name}`}
                          value={String(line[part] ?? '')}
                          path={`${path}.${i}.${part}`}
                          disabled={disabled ?? false}
                          onChange={(next) => set(i, { [part]: part === 'unit_cost' && next === '' ? null : next })}
                        />
                      </td>
                    ))}
                    <td className="num po-lines-sum">{amountOf(line, language)}</td>
                    <td>
                      {!disabled && (
                        <Button
                          variant="minimal"
                          icon={<Trash aria-hidden />}
                          aria-label={say('removeLine', { name })}
                          onClick={() => onChange(lines.filter((_, at) => at !== i))}
                        />
                      )}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </HTMLTable>
        </div>
      )}
      {!disabled && (
        <FormGroup label={say('addGoods')} labelFor={`${id}-add`}>
          <StockSearch id={`${id}-add`} supplier={Number(supplier) || null} taken={lines.map((l) => l.stock_id)} take={add} />
        </FormGroup>
      )}
    </div>
  )
}

interface CellProps {
  label: string
  value: string
  path: string
  disabled: boolean
  onChange: (value: string) => void
}

function Cell({ label, value, path, disabled, onChange }: CellProps) {
  const wrong = useContext(ErrorsContext)[path]
  return (
    <>
      <InputGroup
        aria-label={label}
        className="num po-lines-number"
        inputMode="decimal"
        value={value}
        disabled={disabled}
        intent={wrong ? 'danger' : 'none'}
        aria-invalid={wrong ? true : undefined}
        onValueChange={onChange}
      />
      {wrong && <span className="po-lines-wrong small">{wrong.join(' ')}</span>}
    </>
  )
}

/** Shown only; what counts is worked out by the server. */
function amountOf({ quantity, unit_cost, discount }: DraftLine, language: string): string {
  const cents = Math.round(Number(quantity) * Math.round(Number(unit_cost ?? 0) * 100) - Math.round(Number(discount) * 100))
  if (!Number.isFinite(cents)) return '–'
  return (cents / 100).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

function useStocks(lines: readonly DraftLine[], supplier: unknown): Map<number, StockToBuy> {
  const { language } = useT()
  const ids = lines.map((l) => l.stock_id).join(',')
  const { data } = useQuery({
    queryKey: ['po', 'stocks', ids, supplier, language],
    queryFn: () => api<{ data: StockToBuy[] }>('po/stocks', { query: { ids, supplier_id: Number(supplier) || undefined, language } }),
    enabled: ids !== '',
    placeholderData: (before) => before,
  })
  return new Map(data?.data.map((s) => [s.id, s]))
}
