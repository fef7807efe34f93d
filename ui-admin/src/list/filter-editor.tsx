import { Button, Checkbox, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import type { Filter } from 'stoa/api-types'
import { countries } from '../common/countries.ts'
import { keepEnter } from '../common/keys.ts'
import { useT } from '../i18n/index.ts'
import { RelationPicker } from '../widgets/base/relation-picker.tsx'
import { getKind, withoutField } from './filters.ts'

export interface FilterEditorProps {
  filter: Filter
  filters: Record<string, string>
  apply: (filters: Record<string, string>) => void
}

/** Editor of one filter. */
export function FilterEditor({ filter, filters, apply }: FilterEditorProps) {
  const { t, language } = useT()
  const { name } = filter
  const [draft, setDraft] = useState(filters)
  const kind = getKind(filter)
  const set = (key: string, value: string) => setDraft((before) => ({ ...before, [key]: value }))
  const flags = [
    { value: 'true', label: t('common.yes') },
    { value: 'false', label: t('common.no') },
  ]
  const options = kind === 'flag' ? flags : kind === 'country' ? countries(language) : undefined
  const empty = draft[`${name}__empty`] === '1'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Prevents submission of a surrounding form.
    event.stopPropagation()
    const filledEntries = Object.entries(draft).filter(([, value]) => value !== '')
    const only = empty
      ? { ...withoutField(Object.fromEntries(filledEntries), name), [`${name}__empty`]: '1' }
      : Object.fromEntries(filledEntries)
    apply(only)
  }
  return (
    <form className="popover-form" onSubmit={submit} aria-label={filter.label}>
      <strong>{filter.label}</strong>
      {!empty && options && (
        <HTMLSelect
          autoFocus
          fill
          aria-label={filter.label}
          value={draft[name] ?? ''}
          onChange={(event) => set(name, event.target.value)}
          options={[{ value: '', label: t('filter.any') }, ...options]}
        />
      )}
      {!empty && kind === 'choice' && <Choices filter={filter} value={draft[name] ?? ''} set={(value) => set(name, value)} />}
      {!empty && kind === 'relation' && (
        <div className="relation-room" onKeyDown={keepEnter}>
          <RelationPicker
            autoFocus
            resource={filter.to ?? ''}
            label={filter.label}
            ids={(draft[name] ?? '').split(',').filter(Boolean).map(Number)}
            onChange={(ids) => set(name, ids.join(','))}
          />
        </div>
      )}
      {!empty &&
        (kind === 'day' || kind === 'number') &&
        (['gte', 'lte'] as const).map((side) => (
          <FormGroup key={side} label={t(side === 'gte' ? 'filter.from' : 'filter.to')} labelFor={`f-${side}`}>
            <InputGroup
              id={`f-${side}`}
              autoFocus={side === 'gte'}
              type={kind === 'day' ? 'date' : 'text'}
              {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
              value={draft[`${name}__${side}`] ?? ''}
              onChange={(event) => set(`${name}__${side}`, event.target.value)}
            />
          </FormGroup>
        ))}
      {!empty && kind === 'text' && (
        <FormGroup label={t('filter.contains')} labelFor="f-like">
          <InputGroup
            id="f-like"
            autoFocus
            value={draft[`${name}__like`] ?? ''}
            onChange={(event) => set(`${name}__like`, event.target.value)}
          />
        </FormGroup>
      )}
      {kind !== 'flag' && (
        <Checkbox label={t('filter.empty')} checked={empty} onChange={(event) => set(`${name}__empty`, event.target.checked ? '1' : '')} />
      )}
      <Button type="submit" intent="primary" fill>
        {t('common.apply')}
      </Button>
    </form>
  )
}

function Choices({ filter, value, set }: { filter: Filter; value: string; set: (value: string) => void }) {
  const chosen = value.split(',').filter(Boolean)
  const toggle = (option: string) =>
    set((chosen.includes(option) ? chosen.filter((selected) => selected !== option) : [...chosen, option]).join(','))
  return (
    <fieldset className="choices">
      <legend className="sr-only">{filter.label}</legend>
      {filter.options?.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(String(option.value))}
          onChange={() => toggle(String(option.value))}
        />
      ))}
    </fieldset>
  )
}
