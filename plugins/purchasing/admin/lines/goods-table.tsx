import { Button, FormGroup, HTMLTable, InputGroup } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { api, ErrorsContext, type InputProps, useT } from 'stoa/admin'
import type { StockToBuy } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import './lines.css'
import { StockSearch } from './stock-search.tsx'

/** A line of the table, with numbers as typed. */
export interface GoodsLine {
  id?: number
  stock_id: number
  supplier_sku: string
  [part: string]: unknown
}

interface Props<P extends string> extends Pick<InputProps, 'id' | 'field' | 'value' | 'onChange' | 'path' | 'disabled'> {
  supplier: number | null
  /** Editable columns with their headings; columns without `text` are numbers. */
  parts: readonly { name: P; label: string; text?: boolean }[]
  /** Initial values of a line. */
  begin: (stock: StockToBuy) => Record<P, unknown>
  /** Total of a line, in a column of its own. */
  sum?: (line: GoodsLine) => string
}

/** Editable table of items: items are searched and added, then edited as in a spreadsheet. */
export function GoodsTable<P extends string>({ id, field, value, onChange, path, disabled, supplier, parts, begin, sum }: Props<P>) {
  const say = useMessages()
  const lines = Array.isArray(value) ? (value as GoodsLine[]) : []
  const stocks = useStocks(lines, supplier)
  const set = (at: number, change: object) => onChange(lines.map((line, i) => (i === at ? { ...line, ...change } : line)))
  const add = (stock: StockToBuy) => {
    if (lines.some((l) => l.stock_id === stock.id)) return
    onChange([...lines, { stock_id: stock.id, supplier_sku: stock.supplier_sku, ...begin(stock) }])
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
                  <th key={part.name} scope="col">
                    {part.label}
                  </th>
                ))}
                {sum && (
                  <th scope="col" className="po-lines-sum">
                    {say('amount')}
                  </th>
                )}
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
                      <td key={part.name}>
                        <Cell
                          label={`${part.label}: ${name}`}
                          value={String(line[part.name] ?? '')}
                          path={`${path}.${i}.${part.name}`}
                          text={part.text ?? false}
                          disabled={disabled ?? false}
                          onChange={(next) => set(i, { [part.name]: next })}
                        />
                      </td>
                    ))}
                    {sum && <td className="num po-lines-sum">{sum(line)}</td>}
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
          <StockSearch id={`${id}-add`} supplier={supplier} excludedIds={lines.map((l) => l.stock_id)} take={add} />
        </FormGroup>
      )}
    </div>
  )
}

interface CellProps {
  label: string
  value: string
  path: string
  text: boolean
  disabled: boolean
  onChange: (value: string) => void
}

function Cell({ label, value, path, text, disabled, onChange }: CellProps) {
  const wrong = useContext(ErrorsContext)[path]
  return (
    <>
      <InputGroup
        aria-label={label}
        className={text ? 'po-lines-text' : 'num po-lines-number'}
        {...(text ? {} : { inputMode: 'decimal' as const })}
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

function useStocks(lines: readonly GoodsLine[], supplier: number | null): Map<number, StockToBuy> {
  const { language } = useT()
  const ids = lines.map((l) => l.stock_id).join(',')
  const { data } = useQuery({
    queryKey: ['po', 'stocks', ids, supplier, language],
    queryFn: () => api<{ data: StockToBuy[] }>('po/stocks', { query: { ids, supplier_id: supplier, language } }),
    enabled: ids !== '',
    placeholderData: (before) => before,
  })
  return new Map(data?.data.map((s) => [s.id, s]))
}
