import { Button, InputGroup } from '@blueprintjs/core'
import { ArrowUp, DragHandleVertical, SmallCross, Trash } from '@blueprintjs/icons'
import { type RefObject, use, useId, useRef, useState } from 'react'
import { ErrorsContext, fieldId, textIn, useContentLanguage, withText } from 'stoa/admin'
import { keepEnter } from './keep-enter.ts'
import { getCode, getName, type Option, type OptionValue } from './model.ts'
import { Sortable } from './sortable.tsx'
import { useMessages } from './texts.ts'
import type { KnownOption } from './use-known-options.ts'

export interface OptionCardProps {
  option: Option
  title: string
  /** Path in the form, such as `options.0`. */
  path: string
  disabled: boolean
  /** Names of other options, in lower case. */
  taken: string[]
  /** Predefined options of the shop, as suggestions. */
  known: readonly KnownOption[]
  rename: (text: string) => void
  change: (option: Option) => void
  arrangeValues: (values: OptionValue[]) => void
  removeValue: (code: string) => void
  remove: () => void
  /** Absent for the first option. */
  moveUp?: () => void
}

/** An option: its name and values, each with an input. */
export function OptionCard(props: OptionCardProps) {
  const { option, title, path, disabled, taken, known, rename, change, arrangeValues, removeValue, remove, moveUp } = props
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const errors = use(ErrorsContext)
  const valuesId = useId()
  const next = useRef<HTMLInputElement>(null)
  const name = textIn(option.label, language)
  const wrong =
    errors[`${path}.label`] ??
    errors[`${path}.key`] ??
    (name && taken.includes(name.trim().toLowerCase()) ? [say('repeated', { name })] : undefined)
  const wrongValues = Object.entries(errors)
    .filter(([place]) => place.startsWith(`${path}.values`))
    .flatMap(([, texts]) => texts)
  const setValue = (code: string, text: string) =>
    change({
      ...option,
      values: option.values.map((one) => (one.code === code ? { ...one, label: withText(one.label, language, text) } : one)),
    })

  return (
    <fieldset className="option-card" aria-label={title || say('optionName')}>
      <div className="option-name">
        <label htmlFor={fieldId(`${path}.label`)}>{say('optionName')}</label>
        <InputGroup
          id={fieldId(`${path}.label`)}
          value={name}
          disabled={disabled}
          intent={wrong ? 'danger' : 'none'}
          aria-invalid={wrong ? true : undefined}
          list={known.length > 0 ? `${valuesId}-names` : undefined}
          autoComplete="off"
          placeholder={language === main ? say('optionHint') : getName(option.label, main, main)}
          onChange={(event) => rename(event.target.value)}
          onKeyDown={(event) => keepEnter(event, () => next.current?.focus())}
        />
        {known.length > 0 && (
          <datalist id={`${valuesId}-names`}>
            {known.map((one) => (
              <option key={one.key}>{getName(one.label, language, main)}</option>
            ))}
          </datalist>
        )}
        {wrong && <div className="field-error">{wrong.join(' ')}</div>}
      </div>
      <div className="option-values">
        <span id={valuesId} className="option-label">
          {say('values')}
        </span>
        <ul aria-labelledby={valuesId}>
          <Sortable
            items={option.values}
            idOf={(value) => value.code}
            titleOf={(value) => getName(value.label, language, main) || value.code}
            arrange={arrangeValues}
            disabled={disabled}
          >
            {(value, _, grip) => {
              const text = textIn(value.label, language)
              const shown = getName(value.label, language, main) || value.code
              return (
                <li ref={grip.item.ref} style={grip.item.style} className={`option-chip${grip.item.className}`}>
                  {!disabled && (
                    <button type="button" className="chip-grip" {...grip.handle}>
                      <DragHandleVertical size={14} aria-hidden />
                    </button>
                  )}
                  <input
                    aria-label={`${say('values')}: ${shown}`}
                    value={text}
                    placeholder={getName(value.label, main, main)}
                    disabled={disabled}
                    size={Math.max(3, (text || shown).length + 1)}
                    onChange={(event) => setValue(value.code, event.target.value)}
                  />
                  {!disabled && (
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={say('removeValue', { name: shown })}
                      onClick={() => removeValue(value.code)}
                    >
                      <SmallCross aria-hidden />
                    </button>
                  )}
                </li>
              )
            }}
          </Sortable>
          {!disabled && (
            <li>
              <NewValue ref={next} option={option} change={change} known={known.find((one) => one.key === option.key)} />
            </li>
          )}
        </ul>
        {wrongValues.length > 0 && <div className="field-error">{wrongValues.join(' ')}</div>}
      </div>
      {!disabled && (
        <div className="option-buttons">
          {moveUp && (
            <Button
              size="small"
              variant="minimal"
              icon={<ArrowUp aria-hidden />}
              aria-label={say('moveOption', { name: title })}
              onClick={moveUp}
            />
          )}
          <Button
            size="small"
            variant="minimal"
            icon={<Trash aria-hidden />}
            aria-label={say('removeOption', { name: title })}
            onClick={remove}
          />
        </div>
      )}
    </fieldset>
  )
}

/** Enter, comma or blur adds the value. */
function NewValue({
  ref,
  option,
  change,
  known,
}: Pick<OptionCardProps, 'option' | 'change'> & { known: KnownOption | undefined; ref: RefObject<HTMLInputElement | null> }) {
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const listId = useId()
  const [text, setText] = useState('')
  const add = () => {
    const words = text
      .split(/[,，、]/)
      .map((word) => word.trim())
      .filter(Boolean)
    const values = [...option.values]
    for (const word of words) {
      if (values.some((one) => textIn(one.label, language).toLowerCase() === word.toLowerCase())) continue
      const taken = values.map((one) => one.code)
      const usual = known?.values.find((one) => getName(one.label, language, main) === word && !taken.includes(one.code))
      values.push(usual ? { code: usual.code, label: { ...usual.label } } : { code: getCode(word, taken), label: { [language]: word } })
    }
    if (values.length > option.values.length) change({ ...option, values })
    setText('')
  }
  const left = known?.values.filter((one) => !option.values.some(({ code }) => code === one.code)) ?? []
  return (
    <>
      <input
        ref={ref}
        className="option-new"
        aria-label={say('addValue')}
        placeholder={say('addValue')}
        value={text}
        size={12}
        list={left.length > 0 ? listId : undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => keepEnter(event, add)}
      />
      {left.length > 0 && (
        <datalist id={listId}>
          {left.map((one) => (
            <option key={one.code}>{getName(one.label, language, main)}</option>
          ))}
        </datalist>
      )}
    </>
  )
}
