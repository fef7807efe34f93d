import { Button, Switch } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog, fieldId, type InputProps, useContentLanguage, useFormField, withText } from '../../../../ui-admin/src/kit/index.ts'
import { MAX_OPTIONS } from '../../domain/identity.ts'
import { inOrder, keyOf, nameOf, type Option, type Stock, withoutGone } from './model.ts'
import { OptionCard } from './option-card.tsx'
import { OptionTexts } from './option-texts.tsx'
import './product-form.css'
import { useTexts } from './texts.ts'
import { useKnownOptions } from './use-known-options.ts'

interface Before {
  options: Option[]
  stocks: Stock[]
  name: string
}

/** The ways a product varies. Words are enough: keys and codes are made from them and stay as they are. */
export default function Options({ id, value, onChange, path, disabled = false }: InputProps) {
  const say = useTexts()
  const { language, main } = useContentLanguage()
  const stocks = useFormField<Stock[]>('stocks')
  const known = useKnownOptions(!disabled)
  const [asked, setAsked] = useState<{ count: number; go: () => void }>()
  const [before, setBefore] = useState<Before>()
  const [translating, setTranslating] = useState(false)
  const options = Array.isArray(value) ? (value as Option[]) : []
  const all = Array.isArray(stocks.value) ? stocks.value : []
  const using = (key: string, code?: string) =>
    all.filter((stock) => stock.visibled && (code === undefined ? stock.values?.[key] !== undefined : stock.values?.[key] === code))
  const titleOf = (option: Option) => nameOf(option.label, language, main)

  const set = (index: number, option: Option) => onChange(options.map((one, i) => (i === index ? option : one)))
  const rename = (index: number, option: Option, text: string) => {
    const taken = options.filter((_, i) => i !== index).map((one) => one.key)
    const free = option.id === undefined && using(option.key).length === 0
    const found = free ? known.find((one) => !taken.includes(one.key) && nameOf(one.label, language, main) === text.trim()) : undefined
    // Its other languages are those of a known option only while it is called like that. What is typed stays as it is: a
    // space at the end may be the middle of a name.
    const adopted = free && known.some((one) => one.key === option.key)
    const texts = found?.label ?? (adopted ? {} : option.label)
    set(index, {
      ...option,
      label: withText(texts, language, text),
      ...(free ? { key: found?.key ?? keyOf(text, taken) } : {}),
    })
  }
  /** Asks when stocks go with it; keeps what was, to be brought back. */
  const take = (count: number, name: string, next: Option[]) => {
    const go = () => {
      setBefore({ options, stocks: all, name })
      onChange(next)
      stocks.set(withoutGone(next, all))
    }
    if (count > 0) setAsked({ count, go })
    else go()
  }
  const arrange = (next: Option[]) => {
    onChange(next)
    stocks.set(inOrder(next, all))
  }
  /** A new option is there to be named: what is typed next is its name. */
  const toName = useRef('')
  useEffect(() => {
    if (toName.current) document.getElementById(toName.current)?.focus()
    toName.current = ''
  })
  const add = () => {
    const taken = options.map((one) => one.key)
    toName.current = fieldId(`${path}.${options.length}.label`)
    onChange([...options, { key: keyOf('', taken), label: '', values: [] }])
  }

  return (
    <div id={id} className="options" tabIndex={-1}>
      {options.length === 0 && <p className="quiet">{say('none')}</p>}
      {options.map((option, index) => (
        <OptionCard
          // Not by its key, which follows the name while that is typed.
          key={option.id ?? `new ${index}`}
          option={option}
          title={titleOf(option)}
          path={`${path}.${index}`}
          disabled={disabled}
          taken={options.filter((_, i) => i !== index).map((one) => titleOf(one).trim().toLowerCase())}
          known={known}
          rename={(text) => rename(index, option, text)}
          change={(next) => set(index, next)}
          arrangeValues={(values) => arrange(options.map((one, i) => (i === index ? { ...one, values } : one)))}
          removeValue={(code) =>
            take(
              using(option.key, code).length,
              nameOf(option.values.find((one) => one.code === code)?.label ?? '', language, main),
              options.map((one, i) => (i === index ? { ...one, values: one.values.filter((v) => v.code !== code) } : one)),
            )
          }
          remove={() =>
            take(
              using(option.key).length,
              titleOf(option),
              options.filter((one) => one !== option),
            )
          }
          {...(index > 0
            ? { moveUp: () => arrange(options.map((one, i) => (i === index - 1 ? option : i === index ? options[i - 1] : one) as Option)) }
            : {})}
        />
      ))}
      {translating && <OptionTexts options={options} disabled={disabled} set={set} />}
      <div className="option-foot">
        {!disabled && (
          <Button size="small" icon={<Add aria-hidden />} disabled={options.length >= MAX_OPTIONS} onClick={add}>
            {say('addOption')}
          </Button>
        )}
        {options.length >= MAX_OPTIONS && <span className="quiet small">{say('maxOptions', { max: MAX_OPTIONS })}</span>}
        {options.length > 0 && (
          <Switch label={say('translations')} checked={translating} onChange={(event) => setTranslating(event.currentTarget.checked)} />
        )}
        {before && (
          <span className="option-undo" role="status">
            {say('optionGone', { name: before.name })}{' '}
            <Button
              size="small"
              variant="minimal"
              intent="primary"
              onClick={() => {
                onChange(before.options)
                stocks.set(before.stocks)
                setBefore(undefined)
              }}
            >
              {say('bringBack')}
            </Button>
          </span>
        )}
      </div>
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
