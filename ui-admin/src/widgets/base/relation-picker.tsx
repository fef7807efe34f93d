import { MenuItem } from '@blueprintjs/core'
import { MultiSelect } from '@blueprintjs/select'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Option } from '#core/wire'
import { optionsQuery } from '../../api/resource.ts'
import { ASK_AFTER_MS, useDebounced } from '../../common/use-debounced.ts'
import { useT } from '../../i18n/index.ts'

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

/** Chooses records of another resource by typing a part of their name. */
export function RelationPicker({ resource, label, ids, onChange, id, describedBy, disabled, invalid, autoFocus }: RelationPickerProps) {
  const { t, language } = useT()
  const [query, setQuery] = useState('')
  const found = useQuery(optionsQuery(resource, { q: useDebounced(query, ASK_AFTER_MS) }, language))
  const key = ids.join(',')
  const chosen = useQuery({ ...optionsQuery(resource, { ids: key }, language), enabled: key !== '' })
  const known = [...(chosen.data ?? []), ...(found.data ?? [])]
  const selected: Option[] = ids.map((value) => known.find((option) => option.value === value) ?? { value, label: `#${value}` })
  const toggle = (option: Option) => {
    const value = Number(option.value)
    onChange(ids.includes(value) ? ids.filter((one) => one !== value) : [...ids, value])
  }
  return (
    <MultiSelect<Option>
      items={found.data ?? []}
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
      noResults={<MenuItem disabled text={t('common.nothingFound')} roleStructure="listoption" />}
      itemRenderer={(option, { handleClick, modifiers, ref }) => (
        <MenuItem
          key={option.value}
          {...(ref ? { ref } : {})}
          text={option.label}
          active={modifiers.active}
          selected={ids.includes(Number(option.value))}
          roleStructure="listoption"
          onClick={handleClick}
        />
      )}
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
  )
}
