import { Button, InputGroup } from '@blueprintjs/core'
import { SmallCross, Trash } from '@blueprintjs/icons'
import { use, useId, useState } from 'react'
import { ErrorsContext, fieldId, textIn, useContentLanguage, withText } from '../../../../ui-admin/src/kit/index.ts'
import { codeOf, nameOf, type Option } from './model.ts'
import { useTexts } from './texts.ts'

export interface OptionCardProps {
  option: Option
  title: string
  /** Place in the form, such as `options.0`. */
  path: string
  disabled: boolean
  /** Names the other options have, in lower case. */
  taken: string[]
  rename: (text: string) => void
  change: (option: Option) => void
  removeValue: (code: string) => void
  remove: () => void
}

/** One option: its name and its values, each a small field of its own. */
export function OptionCard({ option, title, path, disabled, taken, rename, change, removeValue, remove }: OptionCardProps) {
  const say = useTexts()
  const { language, main } = useContentLanguage()
  const errors = use(ErrorsContext)
  const valuesId = useId()
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
          placeholder={language === main ? say('optionHint') : nameOf(option.label, main, main)}
          onChange={(event) => rename(event.target.value)}
        />
        {wrong && <div className="field-error">{wrong.join(' ')}</div>}
      </div>
      <div className="option-values">
        <span id={valuesId} className="option-label">
          {say('values')}
        </span>
        <ul aria-labelledby={valuesId}>
          {option.values.map((value) => {
            const text = textIn(value.label, language)
            const shown = nameOf(value.label, language, main) || value.code
            return (
              <li key={value.code} className="option-chip">
                <input
                  aria-label={`${say('values')}: ${shown}`}
                  value={text}
                  placeholder={nameOf(value.label, main, main)}
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
          })}
          {!disabled && (
            <li>
              <NewValue option={option} change={change} />
            </li>
          )}
        </ul>
        {wrongValues.length > 0 && <div className="field-error">{wrongValues.join(' ')}</div>}
      </div>
      {!disabled && (
        <Button
          className="option-remove"
          size="small"
          variant="minimal"
          icon={<Trash aria-hidden />}
          aria-label={say('removeOption', { name: title })}
          onClick={remove}
        />
      )}
    </fieldset>
  )
}

/** Enter, a comma or leaving the field adds what was typed. */
function NewValue({ option, change }: Pick<OptionCardProps, 'option' | 'change'>) {
  const say = useTexts()
  const { language } = useContentLanguage()
  const [text, setText] = useState('')
  const add = () => {
    const words = text
      .split(/[,，、]/)
      .map((word) => word.trim())
      .filter(Boolean)
    const values = [...option.values]
    for (const word of words) {
      if (values.some((one) => textIn(one.label, language).toLowerCase() === word.toLowerCase())) continue
      values.push({
        code: codeOf(
          word,
          values.map((one) => one.code),
        ),
        label: { [language]: word },
      })
    }
    if (values.length > option.values.length) change({ ...option, values })
    setText('')
  }
  return (
    <input
      className="option-new"
      aria-label={say('addValue')}
      placeholder={say('addValue')}
      value={text}
      size={12}
      onChange={(event) => setText(event.target.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        // Enter must not send the form around.
        event.preventDefault()
        add()
      }}
    />
  )
}
