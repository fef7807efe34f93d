import { PopoverNext } from '@blueprintjs/core'
import { SmallCross } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Filter } from 'stoa/api-types'
import { optionsQuery } from '../api/resource.ts'
import { countryName } from '../common/countries.ts'
import { useT } from '../i18n/index.ts'
import { FilterEditor } from './filter-editor.tsx'
import { getKind } from './filters.ts'

/** An active filter: its label opens the editor, its cross removes it. */
export function FilterChip({
  filter,
  filters,
  change,
  remove,
}: {
  filter: Filter
  filters: Record<string, string>
  change: (filters: Record<string, string>) => void
  remove: () => void
}) {
  const { t } = useT()
  const [open, setOpen] = useState(false)
  const text = useFilterText(filter, filters)
  return (
    <span className="chip">
      <PopoverNext
        isOpen={open}
        onInteraction={setOpen}
        placement="bottom-start"
        content={
          <FilterEditor
            filter={filter}
            filters={filters}
            apply={(next) => {
              setOpen(false)
              change(next)
            }}
          />
        }
      >
        <button type="button" className="chip-text">
          <b>{filter.label}</b> {text}
        </button>
      </PopoverNext>
      <button type="button" className="chip-cross" aria-label={t('list.removeFilter', { name: filter.label })} onClick={remove}>
        <SmallCross aria-hidden />
      </button>
    </span>
  )
}

function useFilterText(filter: Filter, filters: Record<string, string>): string {
  const { t, language } = useT()
  const { name } = filter
  const kind = getKind(filter)
  const exact = filters[name] ?? ''
  const found = useQuery({
    ...optionsQuery(filter.to ?? '', { ids: exact }, language),
    enabled: kind === 'relation' && exact !== '',
  })
  if (filters[`${name}__empty`] === '1') return t('filter.empty')
  const from = filters[`${name}__gte`]
  const to = filters[`${name}__lte`]
  if (from && to) return t('filter.between', { from, to })
  if (from) return t('filter.atLeast', { from })
  if (to) return t('filter.atMost', { to })
  const like = filters[`${name}__like`]
  if (like) return `${t('filter.contains')} “${like}”`
  if (kind === 'flag') return exact === 'true' ? t('common.yes') : t('common.no')
  if (kind === 'country') return countryName(exact, language)
  const options = kind === 'relation' ? found.data : filter.options
  return exact
    .split(',')
    .map((value) => options?.find((option) => String(option.value) === value)?.label ?? value)
    .join(', ')
}
