import { Button, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core'
import type { AuditFacets } from '../../api-types.ts'
import { useMessages } from './messages.ts'

/** Filters of the log, stored in the URL. */
export interface Filters {
  who: string
  what: string
  action: string
  record: string
  from: string
  to: string
}

interface Props {
  filters: Filters
  facets: AuditFacets | undefined
  change: (next: Partial<Filters>) => void
  isFiltered: boolean
}

/** Filters by actor, action, record and time. */
export function AuditFilters({ filters, facets, change, isFiltered }: Props) {
  const say = useMessages()
  const select = (name: 'who' | 'what' | 'action', all: string, options: { value: string; label: string }[]) => {
    const isKnownValue = options.some(({ value }) => value === filters[name]) || filters[name] === ''
    return (
      <FormGroup label={say(name)} labelFor={`audit-${name}`}>
        <HTMLSelect id={`audit-${name}`} fill value={filters[name]} onChange={(event) => change({ [name]: event.target.value })}>
          <option value="">{all}</option>
          {!isKnownValue && <option value={filters[name]}>{filters[name]}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
    )
  }
  return (
    <div className="audit-filters" role="search">
      {select(
        'who',
        say('everybody'),
        (facets?.actors ?? []).map((value) => ({ value, label: value })),
      )}
      {select('what', say('everything'), facets?.resources ?? [])}
      {select('action', say('any'), facets?.verbs ?? [])}
      <FormGroup label={say('record')} labelFor="audit-record">
        <InputGroup
          key={filters.record}
          id="audit-record"
          inputMode="numeric"
          placeholder={say('recordHint')}
          defaultValue={filters.record}
          onKeyDown={(event) => {
            if (event.key === 'Enter') change({ record: event.currentTarget.value.trim() })
          }}
          onBlur={(event) => {
            const record = event.currentTarget.value.trim()
            if (record !== filters.record) change({ record })
          }}
        />
      </FormGroup>
      {(['from', 'to'] as const).map((name) => (
        <FormGroup key={name} label={say(name)} labelFor={`audit-${name}`}>
          <InputGroup
            id={`audit-${name}`}
            type="date"
            value={filters[name]}
            {...(name === 'to' && filters.from ? { min: filters.from } : {})}
            onValueChange={(value) => change({ [name]: value })}
          />
        </FormGroup>
      ))}
      {isFiltered && (
        <Button variant="minimal" onClick={() => change({ who: '', what: '', action: '', record: '', from: '', to: '' })}>
          {say('clear')}
        </Button>
      )}
    </div>
  )
}
