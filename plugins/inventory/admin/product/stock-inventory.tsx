import { Button, Tag } from '@blueprintjs/core'
import { Add, Reset, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import { startValues, useFormField, useSession } from 'stoa/admin'
import { AdjustDialog } from './adjust-dialog.tsx'
import type { InventoryLine, StockGoodsProps } from 'stoa/plugins/catalogue/admin'
import { useMessages } from './messages.ts'
import './stock.css'

/**
 * Stock by warehouse. The quantity of a saved line is not edited in the form, since units may have been sold since it
 * was opened: it is adjusted immediately, with a reason.
 */
export default function OfStock({ stock, saved, moved, field, path, disabled, Field, home, change }: StockGoodsProps) {
  const tracked = useFormField<boolean>('track_inventories').value !== false
  const lines = stock.inventories ?? []
  const say = useMessages()
  const { me } = useSession()
  const expires = useFormField<boolean>('has_expiry_date').value === true
  const [adjusting, setAdjusting] = useState<InventoryLine>()
  const fields = field?.rows ?? []
  const set = (index: number, part: Partial<InventoryLine>) => change(lines.map((line, i) => (i === index ? { ...line, ...part } : line)))
  const drawn = (line: InventoryLine, index: number, name: keyof InventoryLine) => {
    const field = fields.find((f) => f.name === name)
    const fixed =
      disabled || line.visibled === false || field?.readOnly || (line.id !== undefined && (name === 'warehouse_id' || name === 'quantity'))
    return (
      field && (
        <Field
          field={fixed ? { ...field, readOnly: true } : field}
          path={`${path}.${index}.${name}`}
          value={line[name]}
          row={{ ...line }}
          onChange={(next) => set(index, { [name]: next })}
        />
      )
    )
  }
  /** Removing a saved line resets and hides it; a new line is deleted. */
  const remove = (index: number) =>
    change(
      lines.flatMap((line, i) => {
        if (i !== index) return [line]
        return line.id === undefined ? [] : [{ ...line, ...saved?.inventories?.find(({ id }) => id === line.id), visibled: false }]
      }),
    )
  if (!tracked) return <p className="quiet">{say('untracked')}</p>
  const mayAdjust = me.role.permission_list.includes('update inventory')

  return (
    <fieldset className="inventory" aria-label={say('inventory')}>
      <div className="field-label">{say('inventory')}</div>
      {lines.map((line, index) => (
        <div key={line.id ?? `new-${index}`} className={line.visibled === false ? 'inventory-line is-gone' : 'inventory-line'}>
          {drawn(line, index, 'warehouse_id')}
          {drawn(line, index, 'quantity')}
          {line.id !== undefined && drawn(line, index, 'available_inventories')}
          {expires && drawn(line, index, 'expiry_date')}
          {drawn(line, index, 'lot_code')}
          {!disabled && (
            <div className="inventory-buttons">
              {line.is_discard && <Tag minimal>{say('discarded')}</Tag>}
              {line.id !== undefined && line.visibled !== false && mayAdjust && (
                <Button size="small" onClick={() => setAdjusting(line)}>
                  {say('adjust')}
                </Button>
              )}
              {line.visibled === false ? (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Reset aria-hidden />}
                  aria-label={say('restoreLine', { number: index + 1 })}
                  onClick={() => set(index, { visibled: true })}
                />
              ) : (
                <Button
                  size="small"
                  variant="minimal"
                  icon={<Trash aria-hidden />}
                  aria-label={say('removeLine', { number: index + 1 })}
                  onClick={() => remove(index)}
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
          onClick={() => change([...lines, { ...startValues(fields), warehouse_id: home, quantity: 0 } as unknown as InventoryLine])}
        >
          {say('addLine')}
        </Button>
      )}
      {adjusting && (
        <AdjustDialog
          line={adjusting}
          lines={lines.filter((line) => line.id !== undefined)}
          close={() => setAdjusting(undefined)}
          done={moved}
        />
      )}
    </fieldset>
  )
}
