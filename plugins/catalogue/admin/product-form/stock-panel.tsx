import type { FieldInfo } from 'stoa/api-types'
import { type InputProps, Slot } from 'stoa/admin'
import { inGrid } from './grid/columns.ts'
import type { InventoryLine, Moved, Stock, StockGoodsProps } from './model.ts'

export interface StockPanelProps {
  stock: Stock
  saved: Stock | undefined
  fields: FieldInfo[]
  path: string
  disabled: boolean
  Field: InputProps['Field']
  /** Default warehouse of new lines. */
  home: number | null
  change: (stock: Stock) => void
  moved: (what: Moved) => void
}

/** Rarely changed fields of a stock item, and its stock by warehouse. */
export function StockPanel({ stock, saved, fields, path, disabled, Field, home, change, moved }: StockPanelProps) {
  const goods = fields.find(({ name }) => name === 'inventories')
  const locked = disabled || !stock.visibled
  const shown = (field: FieldInfo): StockGoodsProps => ({
    ...{ stock, saved, moved, field, Field, home },
    path: `${path}.inventories`,
    disabled: locked,
    change: (lines: InventoryLine[]) => change({ ...stock, inventories: lines }),
  })
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
      {goods && <Slot at="product.stock.goods" {...shown(goods)} />}
    </>
  )
}
