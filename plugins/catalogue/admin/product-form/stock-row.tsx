import { Button, HTMLSelect } from '@blueprintjs/core'
import { ChevronDown, ChevronRight, Trash } from '@blueprintjs/icons'
import { use, useState, type ComponentType } from 'react'
import type { FieldInfo } from '#core/wire'
import { ErrorsContext, type InputProps, useContentLanguage, useFormField } from '../../../../ui-admin/src/kit/index.ts'
import { InventoryLines } from './inventory-lines.tsx'
import { type Adjusted, linesNow, nameOf, onHand, type Option, type Stock } from './model.ts'
import { useTexts } from './texts.ts'

export interface StockRowProps {
  stock: Stock
  options: Option[]
  fields: FieldInfo[]
  path: string
  disabled: boolean
  Field: InputProps['Field']
  /** Warehouse new lines start in. */
  home: number | null
  /** The only stock there is: it starts opened. */
  alone: boolean
  recovered: boolean
  change: (stock: Stock) => void
  remove: (() => void) | undefined
}

const inLine = ['sku', 'price', 'special_price', 'visibled']
const elsewhere = new Set([...inLine, 'values', 'inventories', 'order'])
const redeeming = new Set(['points_to_redeem', 'redemption_limit'])

/** One stock: what is changed often on one line, the rest below when opened. */
export function StockRow(props: StockRowProps) {
  const { stock, options, fields, path, disabled, Field, change } = props
  const say = useTexts()
  const { language, main } = useContentLanguage()
  const errors = use(ErrorsContext)
  const redeemable = useFormField<boolean>('is_redeemable').value === true
  const tracked = useFormField<boolean>('track_inventories').value !== false
  const inside = Object.keys(errors).some((place) => place.startsWith(`${path}.`) && !inLine.includes(place.slice(path.length + 1)))
  const [opened, setOpened] = useState(stock.id === undefined && props.alone)
  const open = opened || inside
  const [adjusted, setAdjusted] = useState<Record<number, Adjusted>>({})
  const lines = linesNow(stock.inventories, adjusted)
  const remember = (totals: Record<number, number>) => {
    const was = (id: string) => Number(stock.inventories.find((line) => line.id === Number(id))?.quantity)
    setAdjusted((before) => ({
      ...before,
      ...Object.fromEntries(Object.entries(totals).map(([id, quantity]) => [id, { was: was(id), quantity }])),
    }))
  }
  const set = (name: string, value: unknown) => change({ ...stock, [name]: value })
  const field = (name: string): FieldInfo | undefined => fields.find((one) => one.name === name)
  const drawn = (one: FieldInfo | undefined) =>
    one && (
      <Field
        key={one.name}
        field={disabled ? { ...one, readOnly: true } : one}
        path={`${path}.${one.name}`}
        value={stock[one.name]}
        row={stock}
        onChange={(next) => set(one.name, next)}
      />
    )
  const words = options.map(({ key, values }) => {
    const value = values.find(({ code }) => code === stock.values?.[key])
    return value ? nameOf(value.label, language, main) : '–'
  })
  const title = words.length > 0 ? words.join(' / ') : stock.sku || say('oneKind')
  const more = fields.filter(({ name }) => !elsewhere.has(name) && (redeemable || !redeeming.has(name)))
  const Arrow: ComponentType<{ size: number; 'aria-hidden': true }> = open ? ChevronDown : ChevronRight

  return (
    <fieldset className={`stock${stock.visibled ? '' : ' is-hidden'}`} aria-label={say('stockOf', { name: title })}>
      <div className="stock-line">
        <button
          type="button"
          className="icon-button stock-toggle"
          aria-expanded={open}
          aria-label={say(open ? 'less' : 'more', { name: title })}
          onClick={() => setOpened(!open)}
        >
          <Arrow size={16} aria-hidden />
        </button>
        <div className="stock-variant">
          {stock.id === undefined && options.length > 0 ? (
            options.map(({ key, label, values }) => (
              <HTMLSelect
                key={key}
                fill
                aria-label={nameOf(label, language, main)}
                value={stock.values?.[key] ?? ''}
                disabled={disabled}
                onChange={(event) => set('values', { ...stock.values, [key]: event.target.value })}
              >
                <option value="">{nameOf(label, language, main)}…</option>
                {values.map((value) => (
                  <option key={value.code} value={value.code}>
                    {nameOf(value.label, language, main)}
                  </option>
                ))}
              </HTMLSelect>
            ))
          ) : (
            <strong>{words.length > 0 ? title : say('oneKind')}</strong>
          )}
        </div>
        {inLine.slice(0, 3).map((name) => drawn(field(name)))}
        <div className="stock-available">
          <span className="stock-label">{say('available')}</span>
          <span className="num">{tracked ? onHand(lines) : '∞'}</span>
        </div>
        {drawn(field('visibled'))}
        {props.remove && !disabled ? (
          <Button
            className="stock-remove"
            size="small"
            variant="minimal"
            icon={<Trash aria-hidden />}
            aria-label={say('removeStock', { name: title })}
            onClick={props.remove}
          />
        ) : (
          <span />
        )}
      </div>
      {props.recovered && <p className="stock-tip">{say('recovered')}</p>}
      {open && (
        <div className="stock-more">
          <div className="child-fields">{more.map(drawn)}</div>
          {tracked ? (
            <InventoryLines
              stock={stock}
              lines={lines}
              adjusted={remember}
              field={field('inventories')}
              path={`${path}.inventories`}
              disabled={disabled}
              Field={Field}
              home={props.home}
              change={(lines) => set('inventories', lines)}
            />
          ) : (
            <p className="quiet">{say('untracked')}</p>
          )}
        </div>
      )}
    </fieldset>
  )
}
