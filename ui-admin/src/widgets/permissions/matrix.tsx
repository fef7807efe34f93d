import { Button, Checkbox, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useT } from '../../i18n/index.ts'
import type { InputProps } from '../types.ts'
import { columnsOf, rightsOf, type Rights, type RightRow } from './rights.ts'

/** The rights of a role: a row for each resource, a column for each thing that can be done with it. */
export default function Matrix({ value, onChange, field, id, disabled }: InputProps) {
  const { t, language } = useT()
  const [search, setSearch] = useState('')
  const found = useQuery({
    queryKey: ['permissions', language],
    staleTime: Infinity,
    queryFn: () => api<Rights>('permissions', { query: { language } }),
  })
  if (!found.data) return <div className="bp6-skeleton" style={{ height: 200 }} />
  const locked = disabled || field.readOnly
  const held = new Set(Array.isArray(value) ? (value as string[]) : [])
  const groups = rightsOf(found.data, search)
  const set = (names: string[], on: boolean, row?: RightRow) => {
    const next = new Set(held)
    for (const name of names) {
      if (on) next.add(name)
      else next.delete(name)
    }
    // Changing what one cannot see is of no use: the right to see comes along.
    const view = row?.cells['get']?.name
    if (on && view && names.length > 0) next.add(view)
    onChange([...next].sort())
  }
  return (
    <div id={id} className="matrix" tabIndex={-1}>
      {!locked && (
        <div className="matrix-tools">
          <InputGroup
            type="search"
            placeholder={t('permission.search')}
            aria-label={t('permission.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          {found.data.presets.length > 0 && (
            <HTMLSelect
              aria-label={t('permission.preset')}
              value=""
              onChange={(event) => {
                const preset = found.data.presets.find((one) => one.name === event.target.value)
                if (preset) onChange([...preset.permissions].sort())
              }}
            >
              <option value="">{t('permission.preset')}</option>
              {found.data.presets.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.label}
                </option>
              ))}
            </HTMLSelect>
          )}
          <span className="quiet small" role="status">
            {t('permission.count', { count: held.size })}
          </span>
        </div>
      )}
      {groups.map((group) => (
        <Group key={group.name} group={group} held={held} set={set} locked={locked ?? false} />
      ))}
      {groups.length === 0 && (
        <Button variant="minimal" onClick={() => setSearch('')}>
          {t('common.nothingFound')}
        </Button>
      )}
    </div>
  )
}

function Group({
  group,
  held,
  set,
  locked,
}: {
  group: ReturnType<typeof rightsOf>[number]
  held: Set<string>
  set: (names: string[], on: boolean, row?: RightRow) => void
  locked: boolean
}) {
  const { t } = useT()
  const all = group.rows.flatMap((row) => row.names)
  const heldHere = all.filter((name) => held.has(name)).length
  const columns = columnsOf(group.rows)
  return (
    <fieldset className="matrix-group">
      <legend>
        <Checkbox
          label={group.label}
          checked={heldHere === all.length}
          indeterminate={heldHere > 0 && heldHere < all.length}
          disabled={locked}
          onChange={(event) => set(all, event.target.checked)}
        />
      </legend>
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('permission.resource')}</th>
              {columns.map((action) => (
                <th key={action} scope="col">
                  {t(`permission.${action}`)}
                </th>
              ))}
              <th scope="col">{t('permission.other')}</th>
            </tr>
          </thead>
          <tbody>
            {group.rows.map((row) => {
              const count = row.names.filter((name) => held.has(name)).length
              return (
                <tr key={row.resource}>
                  <th scope="row">
                    <Checkbox
                      label={row.label}
                      aria-label={t('permission.allOf', { name: row.label })}
                      checked={count === row.names.length}
                      indeterminate={count > 0 && count < row.names.length}
                      disabled={locked}
                      onChange={(event) => set(row.names, event.target.checked)}
                    />
                  </th>
                  {columns.map((action) => {
                    const entry = row.cells[action]
                    return (
                      <td key={action}>
                        {entry && (
                          <label className="check" title={entry.label}>
                            <input
                              type="checkbox"
                              aria-label={`${row.label}: ${t(`permission.${action}`)}`}
                              checked={held.has(entry.name)}
                              disabled={locked}
                              onChange={(event) => set([entry.name], event.target.checked, row)}
                            />
                          </label>
                        )}
                      </td>
                    )
                  })}
                  <td>
                    {row.others.map((entry) => (
                      <Checkbox
                        key={entry.name}
                        inline
                        label={entry.label.split(' · ')[0] ?? entry.label}
                        aria-label={entry.label}
                        checked={held.has(entry.name)}
                        disabled={locked}
                        onChange={(event) => set([entry.name], event.target.checked, row)}
                      />
                    ))}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </fieldset>
  )
}
