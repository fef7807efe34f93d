import { SmallCross } from '@blueprintjs/icons'
import { Suggest } from '@blueprintjs/select'
import { useMemo, useState } from 'react'
import { useT } from '../../i18n/index.ts'
import { NothingFound, optionItem } from '../base/option-item.tsx'
import type { InputProps } from '../types.ts'
import { matchingZones, timeIn, type TimeZoneChoice, timeZones } from './zones.ts'

const MOST_SHOWN = 60

/** Time zone input, searchable by name, with the current local time. */
export function Input({ id, field, value, onChange, invalid, describedBy, disabled }: InputProps) {
  const { t, language } = useT()
  const [query, setQuery] = useState('')
  const zones = useMemo(() => timeZones(), [])
  const items = useMemo(() => matchingZones(zones, query).slice(0, MOST_SHOWN), [zones, query])
  const zone = typeof value === 'string' ? value : ''
  const selected = zone === '' ? null : (zones.find((candidate) => candidate.value === zone) ?? { value: zone, label: zone })
  const isClearable = zone !== '' && !field.required && !disabled
  return (
    <Suggest<TimeZoneChoice>
      items={items}
      selectedItem={selected}
      itemsEqual="value"
      query={query}
      onQueryChange={setQuery}
      resetOnClose
      fill
      disabled={disabled ?? false}
      inputValueRenderer={({ label }) => label}
      onItemSelect={(chosen) => onChange(chosen.value)}
      noResults={<NothingFound />}
      itemRenderer={optionItem(
        (zoneOption) => zoneOption.value === zone,
        (zoneOption) => timeIn(zoneOption.value, language),
      )}
      menuProps={{ 'aria-label': field.label }}
      popoverProps={{ matchTargetWidth: true, minimal: true }}
      inputProps={{
        id,
        intent: invalid ? 'danger' : 'none',
        placeholder: t('common.typeToSearch'),
        'aria-describedby': describedBy,
        'aria-invalid': invalid || undefined,
        rightElement: (
          <span className="input-ends">
            <span className="input-unit num">{timeIn(zone, language)}</span>
            {isClearable && (
              <button type="button" className="icon-button" aria-label={t('common.remove')} onClick={() => onChange(null)}>
                <SmallCross aria-hidden />
              </button>
            )}
          </span>
        ),
      }}
    />
  )
}
