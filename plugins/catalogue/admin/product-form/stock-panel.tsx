import type { FieldInfo } from '#core/wire'
import { type InputProps, useFormField } from '../../../../ui-admin/src/kit/index.ts'
import { inGrid } from './grid/columns.ts'
import { InventoryLines } from './inventory-lines.tsx'
import type { Moved, Stock } from './model.ts'
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
  moved: (what: Moved) => void
}

/** What of a stock is seldom changed, and what lies of it where. */
export function StockPanel({ stock, saved, fields, path, disabled, Field, home, change, moved }: StockPanelProps) {
  const say = useTexts()
  const tracked = useFormField<boolean>('track_inventories').value !== false
  const locked = disabled || !stock.visibled
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
          moved={moved}
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
