import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core'
import { Duplicate, Edit, EyeOpen, Play, Trash } from '@blueprintjs/icons'
import type { ActionInfo, ResourceInfo, Row } from 'stoa/api-types'
import { cloneRow } from '../api/resource.ts'
import { LightMenu } from '../common/light-menu.tsx'
import { follow } from '../common/link.tsx'
import { rowPath } from '../common/paths.ts'
import { notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { labelsFor } from '../form/labels.ts'
import { t } from '../i18n/index.ts'
import { can, useSession } from '../state/session.ts'

/** Whether a row is read-only history. */
export const isHistory = ({ history }: ResourceInfo, row: Row): boolean => history !== undefined && Boolean(row[history])

/** Actions that the status of a row allows. */
export function actionsFor(resource: ResourceInfo, row: Row): ActionInfo[] {
  if (isHistory(resource, row)) return []
  const status = String(row[resource.status ?? 'status'] ?? '')
  return resource.actions.filter((action) => !action.from || action.from.includes(status))
}

/** Actions on one row. The menu is created when it is opened. */
export function RowMenu({
  resource,
  row,
  title,
  remove,
  run,
}: {
  resource: ResourceInfo
  row: Row
  title: string
  remove: (row: Row) => void
  run: (action: ActionInfo) => void
}) {
  return (
    <LightMenu
      aria-label={t('list.rowActions', { title })}
      menu={() => <Entries resource={resource} row={row} title={title} remove={remove} run={run} />}
    />
  )
}

function Entries({
  resource,
  row,
  title,
  remove,
  run,
}: {
  resource: ResourceInfo
  row: Row
  title: string
  remove: (row: Row) => void
  run: (action: ActionInfo) => void
}) {
  const { manifest } = useSession()
  const to = rowPath(manifest, resource, row.id)
  const edit = can(resource, 'update')
  const actions = actionsFor(resource, row)
  const duplicate = async () => {
    try {
      await cloneRow(resource.name, row.id)
      notifySuccess(t('success.clone'))
    } catch (error) {
      notifyFailure(t('failure.clone'), error, await labelsFor(error, resource))
    }
  }
  return (
    <Menu aria-label={t('list.rowActions', { title })}>
      <MenuItem
        icon={edit ? <Edit aria-hidden /> : <EyeOpen aria-hidden />}
        text={edit ? t('common.edit') : t('common.view')}
        href={to}
        onClick={follow(to)}
      />
      {can(resource, 'clone') && <MenuItem icon={<Duplicate aria-hidden />} text={t('list.duplicate')} onClick={() => void duplicate()} />}
      {actions.map((action) => (
        <MenuItem
          key={action.name}
          icon={<Play aria-hidden />}
          text={action.label}
          {...(action.intent ? { intent: action.intent } : {})}
          onClick={() => run(action)}
        />
      ))}
      {can(resource, 'destroy') && <MenuDivider />}
      {can(resource, 'destroy') && (
        <MenuItem icon={<Trash aria-hidden />} intent="danger" text={t('common.delete')} onClick={() => remove(row)} />
      )}
    </Menu>
  )
}
