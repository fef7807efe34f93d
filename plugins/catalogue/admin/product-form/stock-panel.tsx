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
  moved: (change: Moved) => void
}

/** Rarely changed fields of a stock item, and its stock by warehouse. */
export function StockPanel({ stock, saved, fields, path, disabled, Field, home, change, moved }: StockPanelProps) {
  const goods = fields.find(({ name }) => name === 'inventories')
  const locked = disabled || !stock.visibled
  const toFieldProps = (field: FieldInfo): StockGoodsProps => ({
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
          .map((field) => (
            <Field
              key={field.name}
              field={locked ? { ...field, readOnly: true } : field}
              path={`${path}.${field.name}`}
              value={stock[field.name]}
              row={stock}
              onChange={(next) => change({ ...stock, [field.name]: next })}
            />
          ))}
      </div>
      {goods && <Slot at="product.stock.goods" {...toFieldProps(goods)} />}
    </>
  )
}
