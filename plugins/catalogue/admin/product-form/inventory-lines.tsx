import { Button } from '@blueprintjs/core'
import { Add, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import type { FieldInfo } from '#core/wire'
import { type InputProps, startValues, useFormField, useSession } from '../../../../ui-admin/src/kit/index.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import type { InventoryLine, Stock } from './model.ts'
import { useTexts } from './texts.ts'

export interface InventoryLinesProps {
  stock: Stock
  /** The stock's lines as they are by now. */
  lines: InventoryLine[]
  adjusted: (totals: Record<number, number>) => void
  field: FieldInfo | undefined
  path: string
  disabled: boolean
  Field: InputProps['Field']
  home: number | null
  change: (lines: InventoryLine[]) => void
}

/**
 * What lies where. Of a saved line the quantity is not typed over, because goods may have been sold since the form
 * was opened: it is adjusted at once, with a reason.
 */
export function InventoryLines({ stock, lines, adjusted, field, path, disabled, Field, home, change }: InventoryLinesProps) {
  const say = useTexts()
  const { me } = useSession()
  const expires = useFormField<boolean>('has_expiry_date').value === true
  const [adjusting, setAdjusting] = useState<InventoryLine>()
  const fields = field?.rows ?? []
  const set = (index: number, part: Partial<InventoryLine>) =>
    change(stock.inventories.map((line, i) => (i === index ? { ...line, ...part } : line)))
  const drawn = (line: InventoryLine, index: number, name: keyof InventoryLine) => {
    const one = fields.find((f) => f.name === name)
    const fixed = disabled || one?.readOnly || (line.id !== undefined && (name === 'warehouse_id' || name === 'quantity'))
    return (
      one && (
        <Field
          field={fixed ? { ...one, readOnly: true } : one}
          path={`${path}.${index}.${name}`}
          value={line[name]}
          row={{ ...line }}
          onChange={(next) => set(index, { [name]: next })}
        />
      )
    )
  }
  const mayAdjust = me.role.permission_list.includes('update inventory')

  return (
    <fieldset className="inventory" aria-label={say('inventory')}>
      <div className="field-label">{say('inventory')}</div>
      {lines.map((line, index) => (
        <div key={line.id ?? `new-${index}`} className="inventory-line">
          {drawn(line, index, 'warehouse_id')}
          {drawn(line, index, 'quantity')}
          {line.id !== undefined && drawn(line, index, 'available_inventories')}
          {expires && drawn(line, index, 'expiry_date')}
          {drawn(line, index, 'lot_code')}
          {!disabled && (
            <div className="inventory-buttons">
              {line.id !== undefined && mayAdjust && (
                <Button size="small" onClick={() => setAdjusting(line)}>
                  {say('adjust')}
                </Button>
              )}
              {line.id === undefined && (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Trash aria-hidden />}
                  aria-label={say('removeLine', { number: index + 1 })}
                  onClick={() => change(stock.inventories.filter((_, i) => i !== index))}
                />
              )}
            </div>
          )}
        </div>
      ))}
      {!disabled && (
        <Button
          size="small"
          variant="minimal"
          icon={<Add aria-hidden />}
          onClick={() =>
            change([...stock.inventories, { ...startValues(fields), warehouse_id: home, quantity: 0 } as unknown as InventoryLine])
          }
        >
          {say('addLine')}
        </Button>
      )}
      {adjusting && (
        <AdjustDialog
          line={adjusting}
          lines={lines.filter((line) => line.id !== undefined)}
          close={() => setAdjusting(undefined)}
          done={adjusted}
        />
      )}
    </fieldset>
  )
}
