import { Button } from '@blueprintjs/core'
import { Cross, Edit, Play, Trash } from '@blueprintjs/icons'
import type { ActionInfo, Page, ResourceInfo } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { can } from '../state/session.ts'
import { isHistory } from './row-menu.tsx'
import type { Selection } from './selection.ts'

/** The chosen bulk action. */
export type BatchJob =
  | { kind: 'set'; field: string; value: unknown }
  | { kind: 'change' }
  | { kind: 'delete' }
  | { kind: 'run'; action: ActionInfo }

export interface BatchBarProps {
  resource: ResourceInfo
  page: Page | undefined
  selection: Selection
  busy: BatchJob | null
  start: (job: BatchJob) => void
}

/** Bulk action bar. It replaces the header row while rows are selected, so that the layout does not move. */
export function BatchBar({ resource, page, selection, busy, start }: BatchBarProps) {
  const { t } = useT()
  const onPage = page?.data ?? []
  const pageTicked = onPage.length > 0 && onPage.every((row) => selection.ids.has(row.id))
  const total = page?.total ?? 0
  const ticked = onPage.filter((row) => selection.ids.has(row.id))
  const isAllHistory = !selection.all && ticked.length === selection.ids.size && ticked.every((row) => isHistory(resource, row))
  const fields = can(resource, 'batch update') ? resource.columns.filter((column) => column.batch) : []
  const flag = fields.find((column) => column.widget === 'switch' && !column.extra)
  const setting = (value: boolean) => busy?.kind === 'set' && busy.field === flag?.name && busy.value === value

  return (
    <div className="batch">
      <label className="check">
        <input
          type="checkbox"
          checked={pageTicked}
          ref={(box) => {
            if (box) box.indeterminate = !pageTicked
          }}
          onChange={() => selection.set(pageTicked ? [] : [...selection.ids, ...onPage.map((row) => row.id)])}
          aria-label={t('list.selectPage')}
        />
      </label>
      <div className="batch-bar">
        <span role="status">
          {selection.all ? t('list.allSelected', { count: total }) : t('list.selected', { count: selection.count })}
        </span>
        {pageTicked && !selection.all && total > selection.ids.size && (
          <Button size="small" variant="minimal" intent="primary" onClick={selection.takeAll}>
            {t('list.selectAll', { total })}
          </Button>
        )}
        {flag &&
          ([true, false] as const).map((value) => (
            <Button
              key={String(value)}
              size="small"
              loading={setting(value)}
              onClick={() => start({ kind: 'set', field: flag.name, value })}
            >
              {t(value ? 'list.enable' : 'list.disable')}
              <span className="sr-only">: {flag.label}</span>
            </Button>
          ))}
        {fields.length > (flag ? 1 : 0) && (
          <Button size="small" icon={<Edit size={12} aria-hidden />} onClick={() => start({ kind: 'change' })}>
            {t('list.change')}
          </Button>
        )}
        {resource.actions
          .filter((action) => action.batch && !isAllHistory)
          .map((action) => (
            <Button key={action.name} size="small" icon={<Play size={12} aria-hidden />} onClick={() => start({ kind: 'run', action })}>
              {action.label}
            </Button>
          ))}
        {can(resource, 'batch destroy') && (
          <Button
            size="small"
            intent="danger"
            variant="outlined"
            icon={<Trash size={12} aria-hidden />}
            onClick={() => start({ kind: 'delete' })}
          >
            {t('common.delete')}
          </Button>
        )}
        <Button
          size="small"
          variant="minimal"
          className="batch-clear"
          icon={<Cross aria-hidden />}
          aria-label={t('list.clearSelection')}
          onClick={() => selection.set([])}
        />
      </div>
    </div>
  )
}
