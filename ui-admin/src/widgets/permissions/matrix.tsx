import { Button, Callout, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Search } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Rights } from 'stoa/api-types'
import { api } from '../../api/client.ts'
import { failureLines } from '../../api/failure.ts'
import { Slot } from '../../common/slot.tsx'
import { useFormField } from '../../form/use-form-field.ts'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'
import { CompareBar, CompareChoice, useOtherRole, useRoles } from './compare.tsx'
import './permissions.css'
import { getColumns, getGroups, type RightRow } from './rights.ts'
import { RightsTable } from './rights-table.tsx'
import { useMessages } from './messages.ts'

/** Permission matrix of a role, by menu section. */
export default function Matrix(props: InputProps) {
  const { language } = useT()
  const found = useQuery({
    queryKey: ['permissions', language],
    staleTime: Infinity,
    queryFn: () => api<Rights>('permissions', { query: { language } }),
  })
  if (found.error)
    return (
      <Callout intent="danger" icon={false}>
        {failureLines(found.error).join(' ')}
      </Callout>
    )
  if (!found.data) return <div className="bp6-skeleton" style={{ height: 200 }} />
  return <LoadedMatrix {...props} rights={found.data} />
}

function LoadedMatrix({ value, onChange, field, id, disabled, row, rights }: InputProps & { rights: Rights }) {
  const { t } = useT()
  const say = useMessages()
  const [search, setSearch] = useState('')
  const [comparing, setComparing] = useState<number>()
  const [only, setOnly] = useState(false)
  const { value: superuser } = useFormField<boolean>('superuser')
  const all = rights.data.flatMap((group) => group.entries.map((entry) => entry.name))
  const roles = useRoles().filter((role) => role.id !== row?.['id'])
  const other = useOtherRole(comparing, all)
  const listed = Array.isArray(value) ? (value as string[]) : []
  const granted = new Set(superuser ? all : listed)
  const locked = (disabled ?? false) || field.readOnly || superuser
  const differs = (entry: RightRow) => !other || entry.names.some((name) => granted.has(name) !== other.granted.has(name))
  // Computed from all permissions and not from the search result, so that the columns do not change.
  const columns = getColumns(getGroups(rights, '').flatMap((group) => group.rows))
  const groups = getGroups(rights, search)
    .map((group) => ({ ...group, rows: group.rows.filter((entry) => !only || differs(entry)) }))
    .filter((group) => group.rows.length > 0)
  const set = (names: string[], on: boolean, entry?: RightRow) => {
    const next = new Set(listed)
    for (const name of names) {
      if (on) next.add(name)
      else next.delete(name)
    }
    // A permission to change includes the permission to view.
    const view = entry?.cells.get?.name
    if (on && view) next.add(view)
    onChange([...next].sort())
  }
  const labels = new Map(
    rights.data.flatMap((group) => group.entries.map((entry) => [entry.name, `${entry.label}: ${entry.resourceLabel}`])),
  )
  return (
    <div id={id} className="matrix" tabIndex={-1}>
      {superuser && (
        <Callout icon={false} compact intent="primary">
          {say('everything')}
        </Callout>
      )}
      <div className="matrix-tools">
        <InputGroup
          type="search"
          leftIcon={<Search aria-hidden />}
          placeholder={t('permission.search')}
          aria-label={t('permission.search')}
          value={search}
          onValueChange={setSearch}
        />
        {!locked && rights.presets.length > 0 && (
          <HTMLSelect
            aria-label={say('addPreset')}
            value=""
            onChange={(event) => {
              const preset = rights.presets.find((preset) => preset.name === event.target.value)
              if (preset) set(preset.permissions, true)
            }}
          >
            <option value="">{say('addPreset')}</option>
            {[...new Set(rights.presets.map((preset) => preset.group))].map((group) => (
              <optgroup key={group} label={group}>
                {rights.presets
                  .filter((preset) => preset.group === group)
                  .map((preset) => (
                    <option key={preset.name} value={preset.name}>
                      {preset.label}
                    </option>
                  ))}
              </optgroup>
            ))}
          </HTMLSelect>
        )}
        {roles.length > 0 && <CompareChoice roles={roles} chosen={comparing} choose={setComparing} />}
        <Slot at="role.rights.tools" permissions={listed} superuser={superuser === true} />
        <span className="quiet small" role="status">
          {t('permission.count', { count: granted.size })}
        </span>
      </div>
      {other && (
        <CompareBar
          other={other}
          stop={() => {
            setComparing(undefined)
            setOnly(false)
          }}
          granted={granted}
          only={only}
          setOnly={setOnly}
          take={locked ? undefined : onChange}
        />
      )}
      {groups.length > 0 ? (
        <RightsTable name={field.label} groups={groups} columns={columns} granted={granted} other={other} set={set} locked={locked} />
      ) : (
        <Button
          variant="minimal"
          onClick={() => {
            setSearch('')
            setOnly(false)
          }}
        >
          {t('common.nothingFound')}
        </Button>
      )}
      {rights.special.length > 0 && !search && !only && (
        <div className="matrix-special">
          <p className="quiet small">{say('special')}</p>
          <ul>
            {rights.special.map(({ what, needs }) => (
              <li key={what}>
                {what} – {labels.get(needs) ?? needs}{' '}
                <span className={granted.has(needs) ? 'matrix-held' : 'quiet'}>({say(granted.has(needs) ? 'held' : 'notHeld')})</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
