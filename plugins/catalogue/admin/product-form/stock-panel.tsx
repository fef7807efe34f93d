import { useState } from 'react'
import type { FieldInfo } from '#core/wire'
import { type InputProps, useFormField } from '../../../../ui-admin/src/kit/index.ts'
import { inGrid } from './grid/columns.ts'
import { InventoryLines } from './inventory-lines.tsx'
import { type Adjusted, linesNow, type Stock } from './model.ts'
import { useTexts } from './texts.ts'

export interface StockPanelProps {
  stock: Stock
  saved: Stock | undefined
  fields: FieldInfo[]
  path: string
  disabled: boolean
  Field: InputProps['Field']
  /** Warehouse new lines start in. */
  home: number | null
  change: (stock: Stock) => void
}

/** What of a stock is seldom changed, and what lies of it where. */
export function StockPanel({ stock, saved, fields, path, disabled, Field, home, change }: StockPanelProps) {
  const say = useTexts()
  const tracked = useFormField<boolean>('track_inventories').value !== false
  const [adjusted, setAdjusted] = useState<Record<number, Adjusted>>({})
  const locked = disabled || !stock.visibled
  const remember = (totals: Record<number, number>) => {
    const was = (id: string) => Number(stock.inventories.find((line) => line.id === Number(id))?.quantity)
    setAdjusted((before) => ({
      ...before,
      ...Object.fromEntries(Object.entries(totals).map(([id, quantity]) => [id, { was: was(id), quantity }])),
    }))
  }
  return (
    <>
      <div className="child-fields">
        {fields
          .filter(({ name }) => !inGrid.has(name))
          .map((one) => (
            <Field
              key={one.name}
              field={locked ? { ...one, readOnly: true } : one}
              path={`${path}.${one.name}`}
              value={stock[one.name]}
              row={stock}
              onChange={(next) => change({ ...stock, [one.name]: next })}
            />
          ))}
      </div>
      {tracked ? (
        <InventoryLines
          stock={stock}
          saved={saved}
          lines={linesNow(stock.inventories, adjusted)}
          adjusted={remember}
          field={fields.find(({ name }) => name === 'inventories')}
          path={`${path}.inventories`}
          disabled={locked}
          Field={Field}
          home={home}
          change={(lines) => change({ ...stock, inventories: lines })}
        />
      ) : (
        <p className="quiet">{say('untracked')}</p>
      )}
    </>
  )
}
