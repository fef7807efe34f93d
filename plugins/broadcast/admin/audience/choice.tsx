import { Button, FormGroup, HTMLSelect, InputGroup, PopoverNext, Tag } from '@blueprintjs/core'
import { useId, useState } from 'react'
import type { Filter } from 'stoa/api-types'
import { FilterEditor, RelationPicker, useResource } from 'stoa/admin'
import type { AudienceKinds } from '../../api-types.ts'
import { useAudienceTexts } from '../messages.ts'

type AudienceInput = AudienceKinds['data'][number]['inputs'][number]

interface ChoiceProps {
  input: AudienceInput
  value: unknown
  disabled: boolean
  onChange: (value: unknown) => void
}

/** The input that one audience type asks for. */
export function Choice({ input, value, disabled, onChange }: ChoiceProps) {
  const say = useAudienceTexts()
  const id = useId()
  const { kind, label, optional, options = [], of = '' } = input
  if (kind === 'filter') return <FilterChoice input={input} value={value} disabled={disabled} onChange={onChange} />
  return (
    <FormGroup label={label} labelFor={id} labelInfo={optional ? say('orAll') : ''}>
      {kind === 'rows' && (
        <RelationPicker
          id={id}
          resource={of}
          label={label}
          ids={Array.isArray(value) ? value.map(Number) : []}
          disabled={disabled}
          onChange={onChange}
        />
      )}
      {kind === 'pick' && (
        <HTMLSelect
          id={id}
          disabled={disabled}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{say('any')}</option>
          {options.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </HTMLSelect>
      )}
      {kind === 'day' && (
        <InputGroup
          id={id}
          type="date"
          disabled={disabled}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormGroup>
  )
}

/** The filters of a list, drawn one by one as above that list. */
function FilterChoice({ input, value, disabled, onChange }: ChoiceProps) {
  const say = useAudienceTexts()
  const [open, setOpen] = useState<Filter | null>(null)
  const resource = useResource(input.of ?? '')
  const chosen = (value ?? {}) as Record<string, string>
  if (!resource) return <p className="quiet">{say('gone')}</p>
  const getLabel = (key: string) => resource.filters.find(({ name }) => name === key.split('__')[0])?.label ?? key
  const describeValue = (key: string, value: string) => {
    const options = resource.filters.find(({ name }) => name === key.split('__')[0])?.options ?? []
    return value
      .split(',')
      .map((part) => options.find((option) => String(option.value) === part)?.label ?? part)
      .join(', ')
  }
  const without = (name: string) => onChange(Object.fromEntries(Object.entries(chosen).filter(([key]) => key.split('__')[0] !== name)))
  return (
    <div className="broadcast-filters">
      {Object.entries(chosen).map(([key, value]) => (
        <Tag key={key} minimal {...(disabled ? {} : { onRemove: () => without(key.split('__')[0] ?? key) })}>
          {getLabel(key)}: {describeValue(key, value)}
        </Tag>
      ))}
      {Object.keys(chosen).length === 0 && <Tag minimal>{say('allOfThem')}</Tag>}
      <PopoverNext
        isOpen={open !== null}
        onInteraction={(next) => {
          if (!next) setOpen(null)
        }}
        content={
          open ? (
            <FilterEditor
              filter={open}
              filters={chosen}
              apply={(filters) => {
                onChange(filters)
                setOpen(null)
              }}
            />
          ) : (
            <span />
          )
        }
      >
        <HTMLSelect
          aria-label={say('addFilter')}
          disabled={disabled}
          value=""
          onChange={(event) => setOpen(resource.filters.find(({ name }) => name === event.target.value) ?? null)}
        >
          <option value="">{say('addFilter')}</option>
          {resource.filters.map((filter) => (
            <option key={filter.name} value={filter.name}>
              {filter.label}
            </option>
          ))}
        </HTMLSelect>
      </PopoverNext>
      {open && (
        <Button variant="minimal" size="small" onClick={() => setOpen(null)}>
          {say('close')}
        </Button>
      )}
    </div>
  )
}
