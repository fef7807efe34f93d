import { MultiSelect } from '@blueprintjs/select'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Candidate } from 'stoa/api-types'
import { optionsQuery } from '../../api/resource.ts'
import { useT } from '../../i18n/index.ts'
import { NothingFound, optionItem } from './option-item.tsx'
import { useCandidates } from './use-candidates.ts'

export interface RelationPickerProps {
  resource: string
  label: string
  ids: number[]
  onChange: (ids: number[]) => void
  id?: string
  describedBy?: string | undefined
  disabled?: boolean | undefined
  invalid?: boolean
  autoFocus?: boolean
}

/** Selects records of another resource by typing a part of their name. */
export function RelationPicker({ resource, label, ids, onChange, id, describedBy, disabled, invalid, autoFocus }: RelationPickerProps) {
  const { t, language } = useT()
  /** Keeps the names of selected records after the options have changed. */
  const [addedCandidates, setAddedCandidates] = useState<readonly Candidate[]>([])
  const key = ids.join(',')
  const chosen = useQuery({ ...optionsQuery(resource, { ids: key }, language), enabled: key !== '' })
  const toggle = (option: Candidate) => {
    const value = Number(option.value)
    setAddedCandidates((before) => [...before, option])
    onChange(ids.includes(value) ? ids.filter((other) => other !== value) : [...ids, value])
  }
  const { query, setQuery, items, keys, getNote } = useCandidates(resource, toggle)
  const candidates = [...(chosen.data ?? []), ...addedCandidates, ...items]
  const selected: Candidate[] = ids.map((value) => candidates.find((option) => option.value === value) ?? { value, label: `#${value}` })
  return (
    <div {...keys}>
      <MultiSelect<Candidate>
        items={items}
        selectedItems={selected}
        itemsEqual="value"
        query={query}
        onQueryChange={setQuery}
        resetOnSelect
        fill
        disabled={disabled ?? false}
        placeholder={t('widget.choose')}
        tagRenderer={(option) => option.label}
        onItemSelect={toggle}
        onRemove={toggle}
        onClear={() => onChange([])}
        noResults={<NothingFound />}
        itemRenderer={optionItem((option) => ids.includes(Number(option.value)), getNote)}
        menuProps={{ 'aria-label': label }}
        popoverProps={{ matchTargetWidth: true, minimal: true }}
        tagInputProps={{
          inputProps: {
            'aria-label': label,
            autoFocus: autoFocus ?? false,
            ...(id ? { id } : {}),
            ...(describedBy ? { 'aria-describedby': describedBy } : {}),
          },
          intent: invalid ? 'danger' : 'none',
          tagProps: { minimal: true },
        }}
      />
    </div>
  )
}
