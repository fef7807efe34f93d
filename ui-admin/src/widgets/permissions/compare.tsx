import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Page, Row } from 'stoa/api-types'
import { api } from '../../api/client.ts'
import { difference } from './rights.ts'
import { useMessages } from './messages.ts'

interface Role extends Row {
  name: string
  superuser: boolean
  permission_list?: string[]
}

/** Roles by name, for the comparison. */
export function useRoles(): Role[] {
  const found = useQuery({
    queryKey: ['list', 'role', 'all'],
    queryFn: () => api<Page<Role>>('role', { query: { limit: 100, sort: 'name' } }),
  })
  return found.data?.data ?? []
}

/** A role with its permissions. */
export interface OtherRole {
  id: number
  name: string
  granted: ReadonlySet<string>
}

/** The role to compare with; a super role has all permissions. */
export function useOtherRole(id: number | undefined, all: string[]): OtherRole | undefined {
  const { data } = useQuery({
    queryKey: ['compare-role', id],
    queryFn: () => api<Role>(`role/${id}`),
    enabled: id !== undefined,
  })
  if (!data || data.id !== id) return undefined
  return { id: data.id, name: data.name, granted: new Set(data.superuser ? all : data.permission_list) }
}

interface BarProps {
  other: OtherRole
  stop: () => void
  granted: ReadonlySet<string>
  only: boolean
  setOnly: (only: boolean) => void
  /** Copies the permissions of the other role; absent in read-only mode. */
  take?: ((names: string[]) => void) | undefined
}

/** Selects the role to compare with. */
export function CompareChoice({
  roles,
  chosen,
  choose,
}: {
  roles: Role[]
  chosen: number | undefined
  choose: (id: number | undefined) => void
}) {
  const say = useMessages()
  return (
    <HTMLSelect aria-label={say('compareWith')} value={chosen ?? ''} onChange={(event) => choose(Number(event.target.value) || undefined)}>
      <option value="">{say('compare')}</option>
      {roles.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </HTMLSelect>
  )
}

/** Summary of the differences. */
export function CompareBar({ other, stop, granted, only, setOnly, take }: BarProps) {
  const say = useMessages()
  const { more, fewer } = difference(granted, other.granted)
  const role = other.name
  const same = more.length === 0 && fewer.length === 0
  return (
    <div className="matrix-compare">
      <span role="status">{same ? say('same', { role }) : say('differs', { role, more: more.length, fewer: fewer.length })}</span>
      {!same && <Checkbox inline label={say('onlyDifferences')} checked={only} onChange={(event) => setOnly(event.target.checked)} />}
      {!same && take && (
        <Button size="small" onClick={() => take([...other.granted].sort())}>
          {say('take', { role })}
        </Button>
      )}
      <Button size="small" variant="minimal" onClick={stop}>
        {say('stop')}
      </Button>
    </div>
  )
}
