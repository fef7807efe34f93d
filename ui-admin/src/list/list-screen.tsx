import { Callout, Tag } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { ResourceInfo } from 'stoa/api-types'
import { ShownAs } from '../board/view-switch.tsx'
import { type Subset, useSubset } from '../common/subset.ts'
import { PageHeader } from '../common/page.tsx'
import { Slot } from '../common/slot.tsx'
import { forget } from '../api/resource.ts'
import { useT } from '../i18n/index.ts'
import { crumbsTo } from '../shell/menu.ts'
import { usePageActions } from '../state/page-actions.ts'
import { history, usePlugin, useSession } from '../state/session.ts'
import { useRows } from './list-data.ts'
import { ListHeadActions } from './head-actions.tsx'
import { useFilledColumns } from './filled-columns.ts'
import { useListKeys } from './list-keys.ts'
import { writeState } from './list-address.ts'
import { useListState } from './list-state.ts'
import { useLook } from './list-appearance.ts'
import { Pager } from './pager.tsx'
import { RowTable } from './row-table.tsx'
import { useSelection } from './selection.ts'
import { Toolbar } from './toolbar.tsx'
import { asTree, TREE_LIMIT } from './tree.ts'
import { useMissingParameters, useViews } from './use-views.ts'
import { ViewMenu, ViewTabs } from './views.tsx'
import './filters.css'
import './rows.css'
import './cells.css'
import './batch.css'
import './pager.css'
import './views.css'

/** While all matching rows are selected, single rows of the page are not. */
const noRows: ReadonlySet<number> = new Set()

/** The list of any resource, generated from its description. */
export function ListScreen({ name, subset }: { name: string; subset?: Subset }) {
  const resource = useSubset(name, subset)
  return resource ? <ResourceList key={resource.path} resource={resource} only={subset?.only ?? everything} /> : null
}

const everything: Subset['only'] = {}

function ResourceList({ resource, only }: { resource: ResourceInfo; only: Subset['only'] }) {
  const { t } = useT()
  const { manifest } = useSession()
  const { state, change, flush } = useListState(resource)
  /** Adds the fixed filters of a subset. */
  const whole = useMemo(() => ({ ...state, filters: { ...state.filters, ...only } }), [state, only])
  const views = useViews(resource)
  const canKeepViews = usePlugin('desk')
  const view = views.find((view) => view.id === state.view)
  const look = useLook(resource, view)
  const missingParameters = useMissingParameters(resource, only, view)
  const rows = useRows(resource, whole, look.columns)
  const filled = useFilledColumns(resource, look.columns, state.sort, rows.data)
  const selection = useSelection(whole, rows.data)
  const [table, setTable] = useState<HTMLTableElement | null>(null)
  const boardAt = `${resource.name}.list.board`
  const hasBoard = manifest.slots.some((slot) => slot.at === boardAt)
  const asTable = !hasBoard || state.as === 'list'
  const refresh = () => (asTable ? void rows.refetch() : forget(resource.name))
  useListKeys(resource, table, selection)
  usePageActions([
    { label: t('list.refresh'), run: refresh },
    { label: t('list.clearFilters'), run: () => change({ q: '', filters: {} }) },
    ...(asTable
      ? [
          { label: t('list.selectPage'), run: () => selection.set(rows.data?.data.map((row) => row.id) ?? []) },
          { label: t('list.density'), run: () => look.change({ compact: !look.look.compact }) },
        ]
      : []),
  ])

  const total = rows.data?.total
  const viewing = {
    ...{ resource, views, view, state, look, missingParameters },
    show: (part: Partial<typeof state>) => history.push(history.location.pathname + writeState({ ...state, ...part }, resource)),
  }
  return (
    <div className="list" onClickCapture={flush}>
      <PageHeader
        title={resource.plural}
        crumbs={crumbsTo(manifest, resource.path).filter(({ label }) => label !== resource.plural)}
        mark={
          total !== undefined && (
            <Tag minimal round className="num">
              {rows.data?.more ? `${total}+` : total}
            </Tag>
          )
        }
        actions={<ListHeadActions resource={resource} state={whole} rows={rows.data} selected={selection.all ? noRows : selection.ids} />}
      />
      <ViewTabs {...viewing} />
      {missingParameters.length > 0 && (
        <Callout compact intent="warning" icon={false} role="status" className="gap-below">
          {t('view.gone', { what: missingParameters.join(', ') })}
        </Callout>
      )}
      <Toolbar
        resource={resource}
        state={state}
        change={change}
        look={look}
        refresh={refresh}
        asTable={asTable}
        views={
          <>
            {hasBoard && <ShownAs as={state.as} show={(as) => viewing.show({ as })} />}
            {canKeepViews && <ViewMenu {...viewing} />}
          </>
        }
      />
      <div className="sr-only" role="status">
        {total !== undefined && !rows.isFetching ? t('list.count', { count: total }) : ''}
      </div>
      {!asTable && <Slot at={boardAt} resource={resource} state={whole} />}
      {asTable && (
        <div className={look.look.compact ? 'panel list-panel is-compact' : 'panel list-panel'}>
          <RowTable
            resource={resource}
            columns={look.chosen ? look.columns : filled}
            rows={rows}
            state={state}
            change={change}
            selection={selection}
            tableRef={setTable}
          />
          {rows.data && rows.data.data.length > 0 && (
            <Pager page={rows.data} state={state} change={change} whole={asTree(resource, state) && rows.data.limit === TREE_LIMIT} />
          )}
        </div>
      )}
    </div>
  )
}
