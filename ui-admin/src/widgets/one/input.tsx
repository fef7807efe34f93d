import { MenuItem } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'
import { Suggest } from '@blueprintjs/select'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Option } from '#core/wire'
import { optionsQuery } from '../../api/resource.ts'
import { ASK_AFTER_MS, useDebounced } from '../../common/use-debounced.ts'
import { useT } from '../../i18n/index.ts'
import { relationLabel } from '../base/relations.ts'
import type { InputProps } from '../types.ts'

/** One record of another resource, found by typing a part of its name. */
export function Input({ id, field, value, onChange, invalid, describedBy, disabled, row }: InputProps) {
  const { t, language } = useT()
  const resource = field.to ?? ''
  const [query, setQuery] = useState('')
  const has = value !== null && value !== undefined && value !== ''
  const found = useQuery(optionsQuery(resource, { q: useDebounced(query, ASK_AFTER_MS) }, language))
  const known = found.data?.find((option) => option.value === value)
  const stored = row?.[field.name] === value ? relationLabel(row ?? {}, field.name) : undefined
  const named = useQuery({
    ...optionsQuery(resource, { ids: String(value) }, language),
    enabled: has && !known && stored === undefined,
  })
  const label = known?.label ?? (stored === undefined ? named.data?.[0]?.label : String(stored)) ?? `#${String(value)}`
  const selected: Option | null = has ? { value: value as number, label } : null
  return (
    <Suggest<Option>
      items={found.data ?? []}
      selectedItem={selected}
      itemsEqual="value"
      query={query}
      onQueryChange={setQuery}
      resetOnClose
      fill
      disabled={disabled ?? false}
      inputValueRenderer={(option) => option.label}
      onItemSelect={(option) => onChange(option.value)}
      noResults={<MenuItem disabled text={t('common.nothingFound')} roleStructure="listoption" />}
      itemRenderer={(option, { handleClick, modifiers, ref }) => (
        <MenuItem
          key={option.value}
          {...(ref ? { ref } : {})}
          text={option.label}
          active={modifiers.active}
          selected={option.value === value}
          roleStructure="listoption"
          onClick={handleClick}
        />
      )}
      menuProps={{ 'aria-label': field.label }}
      popoverProps={{ matchTargetWidth: true, minimal: true }}
      inputProps={{
        id,
        intent: invalid ? 'danger' : 'none',
        placeholder: t('common.typeToSearch'),
        'aria-describedby': describedBy,
        'aria-invalid': invalid || undefined,
        ...(has && !field.required && !disabled
          ? {
              rightElement: (
                <button type="button" className="icon-button" aria-label={t('common.remove')} onClick={() => onChange(null)}>
                  <SmallCross aria-hidden />
                </button>
              ),
            }
          : {}),
      }}
    />
  )
}
