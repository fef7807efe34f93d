import { Tag, useHotkeys } from '@blueprintjs/core'
import { useAtom } from 'jotai'
import { useMemo, useState } from 'react'
import type { ResourceInfo } from '#core/wire'
import { go, adminPath } from '../common/link.tsx'
import { PageHeader } from '../common/page.tsx'
import { inSentence, useT } from '../i18n/index.ts'
import { sectionLabelOf } from '../shell/menu.ts'
import { can, useSession } from '../state/session.ts'
import { useRows } from './list-data.ts'
import { ListHeadActions } from './head-actions.tsx'
import { useListState } from './list-state.ts'
import { Pager } from './pager.tsx'
import { compactAtom, hiddenColumnsAtom } from './preferences.ts'
import { RowTable } from './row-table.tsx'
import { Toolbar } from './toolbar.tsx'
import { asTree, TREE_LIMIT } from './tree.ts'
import './list.css'

/** The list of any resource, drawn from its description. */
export function ListScreen({ name }: { name: string }) {
  const { manifest } = useSession()
  const resource = manifest.resources[name]
  return resource ? <ResourceList key={name} resource={resource} /> : null
}

function ResourceList({ resource }: { resource: ResourceInfo }) {
  const { t } = useT()
  const { manifest } = useSession()
  const { state, change, flush } = useListState(resource)
  const rows = useRows(resource, state)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [hidden] = useAtom(hiddenColumnsAtom)
  const [compact] = useAtom(compactAtom)
  const section = sectionLabelOf(manifest, resource.path)

  const columns = useMemo(() => {
    const names = hidden[resource.name] ?? []
    return resource.columns.filter((column) => !names.includes(column.name))
  }, [resource, hidden])

  // Another set of rows: what was ticked before is no longer in sight.
  const shown = JSON.stringify([state.q, state.filters])
  const [known, setKnown] = useState(shown)
  if (known !== shown) {
    setKnown(shown)
    setSelected(new Set())
  }
  useListKeys(resource)

  const total = rows.data?.total
  return (
    <div className="list" onClickCapture={flush}>
      <PageHeader
        title={resource.plural}
        crumbs={section && section !== resource.plural ? [{ label: section }] : []}
        mark={
          total !== undefined && (
            <Tag minimal round className="num">
              {rows.data?.more ? `${total}+` : total}
            </Tag>
          )
        }
        actions={<ListHeadActions resource={resource} state={state} rows={rows.data} selected={selected} />}
      />
      <Toolbar resource={resource} state={state} change={change} refresh={() => void rows.refetch()} />
      <div className="sr-only" role="status">
        {total !== undefined && !rows.isFetching ? t('list.count', { count: total }) : ''}
      </div>
      <div className={compact ? 'panel list-panel is-compact' : 'panel list-panel'}>
        <RowTable
          resource={resource}
          columns={columns}
          rows={rows}
          state={state}
          change={change}
          selected={selected}
          select={setSelected}
        />
        {rows.data && rows.data.data.length > 0 && (
          <Pager page={rows.data} state={state} change={change} whole={asTree(resource, state) && rows.data.limit === TREE_LIMIT} />
        )}
      </div>
    </div>
  )
}

/** A letter typed into an open menu or dialog is meant for it. */
const overlayOpen = () => document.querySelector('.bp6-portal .bp6-popover, .bp6-portal .bp6-dialog') !== null

function useListKeys(resource: ResourceInfo): void {
  const { t } = useT()
  const keys = useMemo(() => {
    const search = {
      combo: '/',
      global: true,
      preventDefault: true,
      label: t('list.search', { things: inSentence(resource.plural) }),
      onKeyDown: () => document.getElementById('list-search')?.focus(),
    }
    const create = {
      combo: 'n',
      global: true,
      label: t('list.new', { thing: inSentence(resource.label) }),
      onKeyDown: () => {
        if (!overlayOpen()) go(`${adminPath(resource.path)}/create`)
      },
    }
    return can(resource, 'create') ? [search, create] : [search]
  }, [resource, t])
  useHotkeys(keys)
}
