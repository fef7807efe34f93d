import { MultiSelect } from '@blueprintjs/select'
import { useState } from 'react'
import { useT } from '../../i18n/index.ts'
import { NothingFound, optionItem } from '../../widgets/base/option-item.tsx'
import type { InputProps } from '../../widgets/types.ts'

const MOST_SHOWN = 60

interface Choice {
  value: string
  label: string
}

/** Multiple selection from fixed options, searchable by name or code. */
export function MultiPick({ id, field, value, onChange, invalid, describedBy, disabled, choices }: InputProps & { choices: Choice[] }) {
  const { t } = useT()
  const [query, setQuery] = useState('')
  const chosen = Array.isArray(value) ? (value as string[]) : []
  const normalizedQuery = query.trim().toLowerCase()
  const fits = ({ value: code, label }: Choice) => `${label} ${code}`.toLowerCase().includes(normalizedQuery)
  const getLabel = (code: string) => choices.find((choice) => choice.value === code)?.label ?? code
  const toggle = ({ value: code }: Choice) =>
    onChange(chosen.includes(code) ? chosen.filter((selected) => selected !== code) : [...chosen, code])
  return (
    <MultiSelect<Choice>
      items={choices.filter(fits).slice(0, MOST_SHOWN)}
      selectedItems={chosen.map((code) => ({ value: code, label: getLabel(code) }))}
      itemsEqual="value"
      query={query}
      onQueryChange={setQuery}
      resetOnSelect
      fill
      disabled={disabled ?? false}
      placeholder={t('widget.choose')}
      tagRenderer={(choice) => choice.label}
      onItemSelect={toggle}
      onRemove={toggle}
      noResults={<NothingFound />}
      itemRenderer={optionItem(
        (choice) => chosen.includes(choice.value),
        (choice) => choice.value,
      )}
      menuProps={{ 'aria-label': field.label }}
      popoverProps={{ matchTargetWidth: true, minimal: true }}
      tagInputProps={{
        inputProps: { id, 'aria-label': field.label, ...(describedBy ? { 'aria-describedby': describedBy } : {}) },
        intent: invalid ? 'danger' : 'none',
        tagProps: { minimal: true },
      }}
    />
  )
}
