import { Checkbox, FormGroup, HTMLSelect, InputGroup, TextArea } from '@blueprintjs/core'
import { use } from 'react'
import type { Locale } from 'stoa/api-types'
import { ErrorsContext, type InputProps, useSession, useT } from 'stoa/admin'
import type { Answers } from '../domain/answers.ts'
import { getFields, type Shape, type ShapeField } from '../domain/shape.ts'
import { wordIn } from './builder/model.ts'
import './builder/builder.css'

interface OneProps {
  id: string
  field: ShapeField
  answer: string | string[] | undefined
  label: (texts: unknown) => string
  disabled: boolean
  change: (next: string | string[]) => void
}

/** One answer, editable where its type can be typed. */
function AnswerField({ id, field, answer, label, disabled, change }: OneProps) {
  const { type, additional_options: o } = field
  const text = typeof answer === 'string' ? answer : ''
  const list = Array.isArray(answer) ? answer : []
  switch (type) {
    case 'file':
      return <p id={id}>{list.join(', ') || '–'}</p>
    case 'textarea':
      return (
        <TextArea id={id} fill autoResize value={text} disabled={disabled} onChange={({ currentTarget }) => change(currentTarget.value)} />
      )
    case 'single_select':
      return (
        <HTMLSelect
          id={id}
          fill
          value={text}
          disabled={disabled}
          options={[
            { value: '', label: '–' },
            ...(o.options ?? []).map(({ value, label: words }) => ({ value, label: label(words) || value })),
          ]}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        />
      )
    case 'multiple_checkbox':
      return (
        <div id={id} className="check-row">
          {(o.options ?? []).map(({ value, label: words }) => (
            <Checkbox
              key={value}
              inline
              label={label(words) || value}
              checked={list.includes(value)}
              disabled={disabled}
              onChange={() => change(list.includes(value) ? list.filter((item) => item !== value) : [...list, value])}
            />
          ))}
        </div>
      )
    default:
      return <InputGroup id={id} value={text} disabled={disabled} onValueChange={change} />
  }
}

/** The answers of a submission with the questions of its form version. */
export default function AnswersInput({ id, value, onChange, disabled = false, row }: InputProps) {
  const { language } = useT()
  const { site } = useSession().manifest
  const errors = use(ErrorsContext)
  const shape = row?.['shape'] as Shape | undefined
  const answers = (value ?? {}) as Answers
  const label = (texts: unknown) => wordIn(texts, language as Locale, site.main_language)
  return (
    <div id={id} tabIndex={-1}>
      {getFields(shape ?? { tabs: [], rules: [] }).map((field) => {
        const at = `${id}-${field.key}`
        const wrong = errors[field.key]
        return (
          <FormGroup
            key={field.key}
            label={label(field.title) || field.key}
            labelFor={at}
            intent={wrong ? 'danger' : 'none'}
            helperText={wrong?.join(' ')}
          >
            <AnswerField
              id={at}
              field={field}
              answer={answers[field.key]}
              label={label}
              disabled={disabled}
              change={(next) => onChange({ ...answers, [field.key]: next })}
            />
          </FormGroup>
        )
      })}
    </div>
  )
}
