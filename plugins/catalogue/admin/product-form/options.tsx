import { Button } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import { useState } from 'react'
import { ConfirmDialog, type InputProps, useContentLanguage, useFormField, withText } from '../../../../ui-admin/src/kit/index.ts'
import { isChoice, keyOf, nameOf, type Option, type Stock } from './model.ts'
import { OptionCard } from './option-card.tsx'
import './product-form.css'
import { useTexts } from './texts.ts'

/** The ways a product varies. Words are enough: keys and codes are made from them and stay as they are. */
export default function Options({ id, value, onChange, path, disabled }: InputProps) {
  const say = useTexts()
  const { language, main } = useContentLanguage()
  const stocks = useFormField<Stock[]>('stocks')
  const [asked, setAsked] = useState<{ count: number; go: () => void }>()
  const options = Array.isArray(value) ? (value as Option[]) : []
  const all = Array.isArray(stocks.value) ? stocks.value : []
  const using = (key: string, code?: string) =>
    all.filter((stock) => (code === undefined ? stock.values?.[key] !== undefined : stock.values?.[key] === code))

  const set = (index: number, option: Option) => onChange(options.map((one, i) => (i === index ? option : one)))
  const rename = (index: number, option: Option, text: string) => {
    const others = options.filter((_, i) => i !== index).map((one) => one.key)
    const free = option.id === undefined && using(option.key).length === 0
    set(index, {
      ...option,
      label: withText(option.label, language, text),
      ...(free ? { key: keyOf(text, others) } : {}),
    })
  }
  const ask = (count: number, go: () => void) => (count > 0 ? setAsked({ count, go }) : go())
  const removeOption = ({ key }: Option) =>
    ask(using(key).length, () => {
      onChange(options.filter((one) => one.key !== key))
      const bare = all.map((stock) => ({
        ...stock,
        values: Object.fromEntries(Object.entries(stock.values ?? {}).filter(([name]) => name !== key)),
      }))
      // Without the option several stocks are the same one.
      stocks.set(bare.filter((stock, i) => bare.findIndex((other) => isChoice(other, stock.values)) === i))
    })
  const removeValue = (index: number, option: Option, code: string) =>
    ask(using(option.key, code).length, () => {
      set(index, { ...option, values: option.values.filter((one) => one.code !== code) })
      stocks.set(all.filter((stock) => stock.values?.[option.key] !== code))
    })
  const add = () =>
    onChange([
      ...options,
      {
        key: keyOf(
          '',
          options.map((one) => one.key),
        ),
        label: '',
        values: [],
      },
    ])

  return (
    <div id={id} className="options" tabIndex={-1}>
      {options.length === 0 && <p className="quiet">{say('none')}</p>}
      {options.map((option, index) => (
        <OptionCard
          key={option.id ?? `new-${index}`}
          option={option}
          title={nameOf(option.label, language, main)}
          path={`${path}.${index}`}
          disabled={disabled ?? false}
          taken={options.filter((_, i) => i !== index).map((one) => nameOf(one.label, language, main).trim().toLowerCase())}
          rename={(text) => rename(index, option, text)}
          change={(next) => set(index, next)}
          removeValue={(code) => removeValue(index, option, code)}
          remove={() => removeOption(option)}
        />
      ))}
      {!disabled && (
        <Button size="small" icon={<Add aria-hidden />} onClick={add}>
          {say('addOption')}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={say('remove')}
        confirm={say('remove')}
        cancel={say('keep')}
        intent="danger"
        onConfirm={() => {
          asked?.go()
          setAsked(undefined)
        }}
        onCancel={() => setAsked(undefined)}
      >
        <p>{say('used', { count: asked?.count ?? 0 })}</p>
      </ConfirmDialog>
    </div>
  )
}
