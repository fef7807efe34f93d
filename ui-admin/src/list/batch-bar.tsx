import { Button } from '@blueprintjs/core'
import { Cross, Play, Trash } from '@blueprintjs/icons'
import { useState } from 'react'
import type { ActionInfo, Page, ResourceInfo } from '#core/wire'
import { api } from '../api/client.ts'
import { notify, notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { can } from '../state/session.ts'
import type { ListState } from './list-state.ts'

const MOST_SELECTED = 1000
const PAGE = 100

/** Ids of everything the filters match, page by page. */
async function allIds(resource: ResourceInfo, state: ListState, language: string): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ids.length < MOST_SELECTED; page += 1) {
    const query = { language, q: state.q, sort: state.sort, ...state.filters, page, limit: PAGE }
    const answer = await api<Page>(resource.name, { query })
    ids.push(...answer.data.map((row) => row.id))
    if (answer.data.length < PAGE) break
  }
  return ids.slice(0, MOST_SELECTED)
}

export interface BatchBarProps {
  resource: ResourceInfo
  page: Page | undefined
  state: ListState
  selected: ReadonlySet<number>
  select: (ids: ReadonlySet<number>) => void
  saveFlags: (ids: number[], field: string, value: boolean) => Promise<boolean>
  remove: (ids: number[]) => void
  run: (action: ActionInfo) => void
}

/** Stands in for the header row while rows are ticked, so that nothing moves. */
export function BatchBar(props: BatchBarProps) {
  const { resource, page, selected, select } = props
  const { t, language } = useT()
  const [busy, setBusy] = useState('')
  const ids = [...selected]
  const onPage = page?.data ?? []
  const pageTicked = onPage.length > 0 && onPage.every((row) => selected.has(row.id))
  const total = page?.total ?? 0

  const setFlag = async (field: string, value: boolean) => {
    setBusy(field + value)
    if (await props.saveFlags(ids, field, value)) notifySuccess(t('success.submit'))
    setBusy('')
  }
  const selectAll = async () => {
    setBusy('all')
    try {
      const all = await allIds(resource, props.state, language)
      select(new Set(all))
      if (total > MOST_SELECTED) {
        notify({ intent: 'warning', title: t('list.tooMany', { count: MOST_SELECTED }) })
      }
    } catch (error) {
      notifyFailure(t('failure.getData'), error)
    }
    setBusy('')
  }

  return (
    <div className="batch">
      <label className="check">
        <input
          type="checkbox"
          checked={pageTicked}
          ref={(box) => {
            if (box) box.indeterminate = !pageTicked
          }}
          onChange={() => select(pageTicked ? new Set() : new Set([...ids, ...onPage.map((row) => row.id)]))}
          aria-label={t('list.selectPage')}
        />
      </label>
      <div className="batch-bar">
        <span role="status">{t('list.selected', { count: ids.length })}</span>
        {pageTicked && total > ids.length && (
          <Button size="small" variant="minimal" intent="primary" loading={busy === 'all'} onClick={() => void selectAll()}>
            {t('list.selectAll', { total })}
          </Button>
        )}
        {can(resource, 'batch update') &&
          resource.columns
            .filter((column) => column.batch)
            .flatMap((column) => [
              <Button
                key={`${column.name}1`}
                size="small"
                loading={busy === `${column.name}true`}
                onClick={() => void setFlag(column.name, true)}
              >
                {t('list.enable', { field: column.label })}
              </Button>,
              <Button
                key={`${column.name}0`}
                size="small"
                loading={busy === `${column.name}false`}
                onClick={() => void setFlag(column.name, false)}
              >
                {t('list.disable', { field: column.label })}
              </Button>,
            ])}
        {resource.actions
          .filter((action) => action.batch)
          .map((action) => (
            <Button key={action.name} size="small" icon={<Play size={12} aria-hidden />} onClick={() => props.run(action)}>
              {action.label}
            </Button>
          ))}
        {can(resource, 'batch destroy') && (
          <Button size="small" intent="danger" variant="outlined" icon={<Trash size={12} aria-hidden />} onClick={() => props.remove(ids)}>
            {t('common.delete')}
          </Button>
        )}
        <Button
          size="small"
          variant="minimal"
          className="batch-clear"
          icon={<Cross aria-hidden />}
          aria-label={t('list.clearSelection')}
          onClick={() => select(new Set())}
        />
      </div>
    </div>
  )
}
