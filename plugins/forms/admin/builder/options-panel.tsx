import { Button, Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Add, ArrowDown, ArrowUp, Trash } from '@blueprintjs/icons'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { textIn, useContentLanguage, withText } from 'stoa/admin'
import { type Choice, type FieldOptions, type FieldType, textRules } from '../../domain/shape.ts'
import { useOptionTexts, useRuleTexts, useMessages } from '../messages.ts'

interface OptionsPanelProps {
  type: FieldType
  options: FieldOptions
  disabled: boolean
  change: (next: FieldOptions) => void
}

/** Number and text options of each type, by stored name. */
const lines = {
  text: ['min', 'max', 'pattern'],
  textarea: ['max'],
  single_select: [],
  multiple_checkbox: ['min', 'max'],
  file: ['max_files', 'extensions', 'max_bytes'],
  phone: ['country_code_key'],
  hidden: ['default'],
} as const satisfies Record<FieldType, readonly (keyof FieldOptions)[]>

const KILO = 1_024

/** Options of a field type. */
export function OptionsPanel({ type, options, disabled, change }: OptionsPanelProps) {
  const say = useOptionTexts()
  const ruleName = useRuleTexts()
  const id = useId()
  const set = (name: keyof FieldOptions, value: unknown) => change({ ...options, [name]: value === '' ? undefined : value })
  const getDisplayValue = (name: keyof FieldOptions): string => {
    const value = options[name]
    if (value === undefined || value === null) return ''
    if (name === 'max_bytes') return String(Math.round(Number(value) / KILO))
    return Array.isArray(value) ? value.join(', ') : String(value)
  }
  const read = (name: keyof FieldOptions, typed: string): unknown => {
    if (name === 'extensions') return typed.split(/[\s,]+/)
    if (name === 'max_bytes') return typed === '' ? '' : Number(typed) * KILO
    return typed
  }
  return (
    <>
      {(type === 'single_select' || type === 'multiple_checkbox') && (
        <Choices choices={options.options ?? []} disabled={disabled} change={(next) => set('options', next)} />
      )}
      {lines[type].map((name) => (
        <FormGroup key={name} label={say(name)} labelFor={`${id}-${name}`} helperText={name === 'pattern' ? say('patternHint') : undefined}>
          <InputGroup
            id={`${id}-${name}`}
            value={getDisplayValue(name)}
            disabled={disabled}
            onValueChange={(typed) => set(name, read(name, typed))}
          />
        </FormGroup>
      ))}
      {type === 'text' && (
        <FormGroup label={say('rule')} labelFor={`${id}-rule`}>
          <HTMLSelect
            id={`${id}-rule`}
            value={options.rule ?? ''}
            disabled={disabled}
            options={[{ value: '', label: ruleName('any') }, ...textRules.map((value) => ({ value, label: ruleName(value) }))]}
            onChange={({ currentTarget }) => set('rule', currentTarget.value)}
          />
        </FormGroup>
      )}
      {type === 'hidden' && (
        <Checkbox
          label={say('from_query')}
          checked={options.from_query === true}
          disabled={disabled}
          onChange={({ currentTarget }) => set('from_query', currentTarget.checked)}
        />
      )}
    </>
  )
}

/** Options of a select field: a stable value, and a label in the edited language. */
function Choices({ choices, disabled, change }: { choices: readonly Choice[]; disabled: boolean; change: (next: Choice[]) => void }) {
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  /** Index of the option that was just added; its label gets the focus. */
  const added = useRef<number>(undefined)
  // Runs after every render, because an option may have been added.
  useEffect(() => {
    if (added.current === undefined) return
    fieldset.current?.querySelectorAll('[data-choice]')[added.current]?.querySelector('input')?.focus()
    added.current = undefined
  })
  const addAt = (index: number) => {
    added.current = index
    change([...choices.slice(0, index), { value: free(), label: {} }, ...choices.slice(index)])
  }
  /** Enter moves to the next option and does not submit the form. */
  const onEnter = (index: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    addAt(index + 1)
  }
  const set = (index: number, next: Choice) => change(choices.map((choice, i) => (i === index ? next : choice)))
  const swap = (a: number, b: number) =>
    change(choices.map((choice, i) => (i === a ? choices[b] : i === b ? choices[a] : choice) as Choice))
  const free = () => {
    for (let n = choices.length + 1; ; n++) if (!choices.some(({ value }) => value === String(n))) return String(n)
  }
  return (
    <fieldset ref={fieldset} className="form-builder-choices">
      <legend>{say('choices')}</legend>
      {choices.map((choice, i) => (
        // While a value is being typed it may equal another, so it is not used as the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i} data-choice>
          <InputGroup
            aria-label={say('choiceLabel', { number: i + 1 })}
            onKeyDown={onEnter(i)}
            value={textIn(choice.label, language)}
            placeholder={language === main ? undefined : textIn(choice.label, main)}
            disabled={disabled}
            onValueChange={(text) => set(i, { ...choice, label: withText(choice.label, language, text) })}
          />
          <InputGroup
            aria-label={say('choiceValue', { number: i + 1 })}
            onKeyDown={onEnter(i)}
            value={choice.value}
            disabled={disabled}
            onValueChange={(value) => set(i, { ...choice, value })}
          />
          {!disabled && (
            <span className="form-builder-buttons">
              <Button
                variant="minimal"
                size="small"
                icon={<ArrowUp aria-hidden />}
                aria-label={say('choiceUp', { number: i + 1 })}
                disabled={i === 0}
                onClick={() => swap(i, i - 1)}
              />
              <Button
                variant="minimal"
                size="small"
                icon={<ArrowDown aria-hidden />}
                aria-label={say('choiceDown', { number: i + 1 })}
                disabled={i === choices.length - 1}
                onClick={() => swap(i, i + 1)}
              />
              <Button
                variant="minimal"
                size="small"
                icon={<Trash aria-hidden />}
                aria-label={say('choiceRemove', { number: i + 1 })}
                onClick={() => change(choices.filter((_, n) => n !== i))}
              />
            </span>
          )}
        </div>
      ))}
      {!disabled && (
        <Button size="small" icon={<Add aria-hidden />} onClick={() => addAt(choices.length)}>
          {say('addChoice')}
        </Button>
      )}
    </fieldset>
  )
}
