import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import { JsonView, Link, Moment, useSession } from 'stoa/admin'
import type { AuditFacets } from '../../api-types.ts'
import { useMessages } from './messages.ts'
import { useFieldLabels } from './use-field-labels.ts'

interface Change {
  field: string
  old: unknown
  new: unknown
}

/** One entry of the audit log. */
export interface Entry extends Row {
  actor_name: string
  actor_kind: string
  verb: string
  resource: string
  row_id: number | null
  changes: Change[]
  address: string | null
  created_at: string
}

const labelIn = (list: { value: string; label: string }[] | undefined, value: string) =>
  list?.find((facet) => facet.value === value)?.label ?? value

/** One entry, expandable to its changed fields. */
export function EntryRow({ entry, facets }: { entry: Entry; facets: AuditFacets | undefined }) {
  const say = useMessages()
  const { manifest } = useSession()
  const [open, setOpen] = useState(false)
  const resource = manifest.resources[entry.resource]
  const target = `${labelIn(facets?.resources, entry.resource)}${entry.row_id === null ? '' : ` #${entry.row_id}`}`
  const group = /^setting (.+)$/.exec(entry.resource)?.[1]
  const to = group
    ? `/admin/configuration?active_tab=${group}`
    : resource && entry.row_id !== null && entry.verb !== 'destroy'
      ? `/admin/${resource.path}/edit/${entry.row_id}`
      : undefined
  const count = Array.isArray(entry.changes) ? entry.changes.length : 0
  return (
    <tbody className={open ? 'is-open' : undefined}>
      <tr>
        <td className="nowrap">
          <Moment value={entry.created_at} />
        </td>
        <td>
          {entry.actor_name}
          {entry.actor_kind === 'system' && <span className="quiet small"> ({say('system')})</span>}
          {entry.address && <div className="quiet small">{say('from_address', { address: entry.address })}</div>}
        </td>
        <td>{labelIn(facets?.verbs, entry.verb)}</td>
        <td>{to ? <Link to={to}>{target}</Link> : target}</td>
        <td>
          {count > 0 ? (
            <button
              type="button"
              className="audit-open"
              aria-expanded={open}
              aria-label={say(open ? 'hide' : 'show', { what: target })}
              onClick={() => setOpen(!open)}
            >
              {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
              {count === 1 ? say('field') : say('fields', { count })}
            </button>
          ) : (
            <span className="quiet">–</span>
          )}
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={5} className="audit-changes">
            <Changes entry={entry} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

function Changes({ entry }: { entry: Entry }) {
  const getLabel = useFieldLabels(entry.resource)
  return <JsonView value={entry.changes} getLabel={getLabel} />
}
