import { Button, InputGroup } from '@blueprintjs/core'
import { ArrowUp, DragHandleVertical, SmallCross, Trash } from '@blueprintjs/icons'
import { type RefObject, use, useId, useRef, useState } from 'react'
import { ErrorsContext, fieldId, Sortable, textIn, useContentLanguage, withText } from 'stoa/admin'
import { keepEnter } from './handle-enter.ts'
import { getCode, getName, type Option, type OptionValue } from './model.ts'
import './sortable.css'
import { useMessages } from './messages.ts'
import type { PredefinedOption } from './use-known-options.ts'

export interface OptionCardProps {
  option: Option
  title: string
  /** Path in the form, such as `options.0`. */
  path: string
  disabled: boolean
  /** Names of other options, in lower case. */
  usedNames: string[]
  /** Predefined options of the shop, as suggestions. */
  predefinedOptions: readonly PredefinedOption[]
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
  const { option, title, path, disabled, usedNames, predefinedOptions, rename, change, arrangeValues, removeValue, remove, moveUp } = props
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const errors = use(ErrorsContext)
  const valuesId = useId()
  const next = useRef<HTMLInputElement>(null)
  const name = textIn(option.label, language)
  const wrong =
    errors[`${path}.label`] ??
    errors[`${path}.key`] ??
    (name && usedNames.includes(name.trim().toLowerCase()) ? [say('repeated', { name })] : undefined)
  const wrongValues = Object.entries(errors)
    .filter(([place]) => place.startsWith(`${path}.values`))
    .flatMap(([, texts]) => texts)
  const setValue = (code: string, text: string) =>
    change({
      ...option,
      values: option.values.map((value) => (value.code === code ? { ...value, label: withText(value.label, language, text) } : value)),
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
          list={predefinedOptions.length > 0 ? `${valuesId}-names` : undefined}
          autoComplete="off"
          placeholder={language === main ? say('optionHint') : getName(option.label, main, main)}
          onChange={(event) => rename(event.target.value)}
          onKeyDown={(event) => keepEnter(event, () => next.current?.focus())}
        />
        {predefinedOptions.length > 0 && (
          <datalist id={`${valuesId}-names`}>
            {predefinedOptions.map((predefined) => (
              <option key={predefined.key}>{getName(predefined.label, language, main)}</option>
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
            getId={(value) => value.code}
            getTitle={(value) => getName(value.label, language, main) || value.code}
            arrange={arrangeValues}
            disabled={disabled}
          >
            {(value, _, grip) => {
              const text = textIn(value.label, language)
              const displayName = getName(value.label, language, main) || value.code
              return (
                <li ref={grip.item.ref} style={grip.item.style} className={`option-chip${grip.item.className}`}>
                  {!disabled && (
                    <button type="button" className="chip-grip" {...grip.handle}>
                      <DragHandleVertical size={14} aria-hidden />
                    </button>
                  )}
                  <input
                    aria-label={`${say('values')}: ${displayName}`}
                    value={text}
                    placeholder={getName(value.label, main, main)}
                    disabled={disabled}
                    size={Math.max(3, (text || displayName).length + 1)}
                    onChange={(event) => setValue(value.code, event.target.value)}
                  />
                  {!disabled && (
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={say('removeValue', { name: displayName })}
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
              <NewValue
                ref={next}
                option={option}
                change={change}
                predefined={predefinedOptions.find((predefined) => predefined.key === option.key)}
              />
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
  predefined,
}: Pick<OptionCardProps, 'option' | 'change'> & { predefined: PredefinedOption | undefined; ref: RefObject<HTMLInputElement | null> }) {
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
      if (values.some((value) => textIn(value.label, language).toLowerCase() === word.toLowerCase())) continue
      const usedCodes = values.map((value) => value.code)
      const usual = predefined?.values.find((value) => getName(value.label, language, main) === word && !usedCodes.includes(value.code))
      values.push(usual ? { code: usual.code, label: { ...usual.label } } : { code: getCode(word, usedCodes), label: { [language]: word } })
    }
    if (values.length > option.values.length) change({ ...option, values })
    setText('')
  }
  const left = predefined?.values.filter((value) => !option.values.some(({ code }) => code === value.code)) ?? []
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
          {left.map((suggestion) => (
            <option key={suggestion.code}>{getName(suggestion.label, language, main)}</option>
          ))}
        </datalist>
      )}
    </>
  )
}
