import { Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Page, Row } from 'stoa/api-types'
import { api, type InputProps, textIn, useContentLanguage, useResource, useT, withText } from 'stoa/admin'
import { useMessages } from './messages.ts'

interface Definition extends Row {
  label: string
  input: 'select' | 'multi' | 'text' | 'number' | 'bool'
  values: { id: number; code: string; label: string }[]
}

/** An attribute of a product in the form. */
interface Line {
  id?: number
  attribute_id: number
  values?: number[]
  text?: unknown
  number?: string | null
  flag?: boolean
}

interface EntryProps {
  definition: Definition
  line: Line | undefined
  set: (line: Partial<Line> | undefined) => void
  fieldId: string
  disabled: boolean
}

/** Input for an attribute. An empty input means that the product does not have the attribute. */
function Entry({ definition, line, set, fieldId, disabled }: EntryProps) {
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const { values } = definition
  switch (definition.input) {
    case 'select':
      return (
        <HTMLSelect
          id={fieldId}
          fill
          disabled={disabled}
          value={String(line?.values?.[0] ?? '')}
          onChange={({ currentTarget: { value } }) => set(value ? { values: [Number(value)] } : undefined)}
        >
          <option value="">{say('unsaid')}</option>
          {values.map((value) => (
            <option key={value.id} value={value.id}>
              {value.label || value.code}
            </option>
          ))}
        </HTMLSelect>
      )
    case 'multi': {
      const chosen = line?.values ?? []
      const toggle = (id: number, on: boolean) => {
        const next = values.map((value) => value.id).filter((valueId) => (valueId === id ? on : chosen.includes(valueId)))
        set(next.length > 0 ? { values: next } : undefined)
      }
      return (
        <div id={fieldId} role="group" aria-label={definition.label} tabIndex={-1}>
          {values.map((value) => (
            <Checkbox
              key={value.id}
              inline
              label={value.label || value.code}
              checked={chosen.includes(value.id)}
              disabled={disabled}
              onChange={({ currentTarget }) => toggle(value.id, currentTarget.checked)}
            />
          ))}
        </div>
      )
    }
    case 'bool':
      return (
        <HTMLSelect
          id={fieldId}
          fill
          disabled={disabled}
          value={line ? String(line.flag === true) : ''}
          onChange={({ currentTarget: { value } }) => set(value ? { flag: value === 'true' } : undefined)}
        >
          <option value="">{say('unsaid')}</option>
          <option value="true">{say('yes')}</option>
          <option value="false">{say('no')}</option>
        </HTMLSelect>
      )
    case 'number':
      return (
        <InputGroup
          id={fieldId}
          inputMode="decimal"
          disabled={disabled}
          value={String(line?.number ?? '')}
          onValueChange={(value) => set(value === '' ? undefined : { number: value })}
        />
      )
    default: {
      const write = (value: string) => {
        const next = withText(line?.text, language, value)
        set(Object.values(next).some(Boolean) ? { text: next } : undefined)
      }
      return (
        <InputGroup
          id={fieldId}
          disabled={disabled}
          value={textIn(line?.text, language)}
          placeholder={language === main ? '' : textIn(line?.text, main)}
          onValueChange={write}
        />
      )
    }
  }
}

/** All attributes available for a product, each with its input. */
export default function OfProduct({ id, value, onChange, disabled }: InputProps) {
  const say = useMessages()
  const { language } = useT()
  const isReadable = useResource('attribute') !== undefined
  const { data, error } = useQuery({
    queryKey: ['attribute', 'of-product', language],
    enabled: isReadable,
    queryFn: () =>
      api<Page<Definition>>('attribute', {
        query: { enabled: '1', kind: 'filter,spec', fields: 'values', limit: '100', sort: 'order', language },
      }),
  })
  const lines = Array.isArray(value) ? (value as Line[]) : []
  const set = (definition: Definition, next: Partial<Line> | undefined) => {
    const others = lines.filter((line) => line.attribute_id !== definition.id)
    const old = lines.find((line) => line.attribute_id === definition.id)
    onChange(next ? [...others, { ...old, attribute_id: definition.id, ...next }] : others)
  }
  return (
    <div id={id} tabIndex={-1}>
      {!isReadable && <p className="quiet small">{say('noRight')}</p>}
      {error && <p role="alert">{say('failed')}</p>}
      {data?.data.length === 0 && <p className="quiet small">{say('none')}</p>}
      {data?.data.map((definition) => (
        <FormGroup key={definition.id} label={definition.label} labelFor={`${id}-${definition.id}`}>
          <Entry
            definition={definition}
            line={lines.find((line) => line.attribute_id === definition.id)}
            set={(next) => set(definition, next)}
            fieldId={`${id}-${definition.id}`}
            disabled={disabled ?? false}
          />
        </FormGroup>
      ))}
    </div>
  )
}
