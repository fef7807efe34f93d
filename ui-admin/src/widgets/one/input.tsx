import { SmallCross } from '@blueprintjs/icons'
import { Suggest } from '@blueprintjs/select'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Candidate } from 'stoa/api-types'
import { optionsQuery } from '../../api/resource.ts'
import { useT } from '../../i18n/index.ts'
import { NothingFound, optionItem } from '../base/option-item.tsx'
import { relationLabel } from '../../common/relations.ts'
import { useCandidates } from '../base/use-candidates.ts'
import type { InputProps } from '../types.ts'

/** Selects one record of another resource by typing a part of its name. */
export function Input({ id, field, value, onChange, invalid, describedBy, disabled, row }: InputProps) {
  const { t, language } = useT()
  const resource = field.to ?? ''
  /** Keeps the name of the selected record after the options have changed. */
  const [picked, setSelected] = useState<Candidate>()
  const has = value !== null && value !== undefined && value !== ''
  const take = (option: Candidate) => {
    setSelected(option)
    onChange(option.value)
  }
  const { query, setQuery, items, keys, getNote } = useCandidates(resource, take)
  const candidate = picked?.value === value ? picked : items.find((option) => option.value === value)
  const stored = row?.[field.name] === value ? relationLabel(row ?? {}, field.name) : undefined
  const named = useQuery({
    ...optionsQuery(resource, { ids: String(value) }, language),
    enabled: has && !candidate && stored === undefined,
  })
  const label = candidate?.label ?? (stored === undefined ? named.data?.[0]?.label : String(stored)) ?? `#${String(value)}`
  const selected: Candidate | null = has ? { value: value as number, label } : null
  return (
    <div {...keys}>
      <Suggest<Candidate>
        items={items}
        selectedItem={selected}
        itemsEqual="value"
        query={query}
        onQueryChange={setQuery}
        resetOnClose
        fill
        disabled={disabled ?? false}
        inputValueRenderer={(option) => option.label}
        onItemSelect={take}
        noResults={<NothingFound />}
        itemRenderer={optionItem((option) => option.value === value, getNote)}
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
    </div>
  )
}
