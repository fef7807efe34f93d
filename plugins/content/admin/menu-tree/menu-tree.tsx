import { Button, Callout, NonIdealState, Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  can,
  ConfirmDialog,
  deleteRow,
  failureLines,
  formQuery,
  Link,
  notifyFailure,
  notifySuccess,
  PageHeader,
  RecordPanel,
  t,
  useResource,
  useSession,
  useT,
} from 'stoa/admin'
import { Line } from './line.tsx'
import './menu-tree.css'
import { SortableTree } from './sortable-tree.tsx'
import { useMessages } from './messages.ts'
import { stepped } from './tree.ts'
import { type Entry, useOrder } from './use-order.ts'
import { ViewChoice } from './view-choice.tsx'

/** The entry in the side panel: an existing one, or a new child of another. */
type Opened = { id: number } | { inside: Entry | undefined }

const quick = ['title', 'type', 'url', 'enabled', 'open_in_current_tab', 'display_in_mobile', 'display_in_desktop'] as const

/** The menu of the store as a tree: order on the left, form of an entry on the right. */
export default function MenuTree() {
  const say = useMessages()
  const { language } = useT()
  const { site } = useSession().manifest
  const resource = useResource('menu')
  const form = useQuery({ ...formQuery('menu', language), enabled: resource !== undefined })
  const { lines, error, arrange, undo, undoable, forgetUndo, refresh } = useOrder(site.main_language)
  const [opened, setOpened] = useState<Opened>()
  const [removing, setRemoving] = useState<Entry>()
  if (!resource) return null
  const types = form.data?.groups.flatMap((group) => group.fields).find((field) => field.name === 'type')?.options ?? []
  const typeLabel = (type: string) => types.find((typeOption) => typeOption.value === type)?.label ?? type
  const editable = can(resource, 'update')
  const mayAdd = can(resource, 'create')
  const chosen = opened && 'id' in opened ? lines?.find((line) => line.id === opened.id) : undefined
  const remove = async (entry: Entry) => {
    setRemoving(undefined)
    try {
      await deleteRow('menu', entry.id)
      setOpened(undefined)
      forgetUndo()
      await refresh()
      notifySuccess(t('success.delete'), [entry.title])
    } catch (problem) {
      notifyFailure(t('failure.delete'), problem)
    }
  }
  return (
    <>
      <PageHeader
        title={resource.plural}
        actions={
          <>
            <ViewChoice view="tree" />
            {mayAdd && (
              <Button intent="primary" onClick={() => setOpened({ inside: undefined })}>
                {say('add')}
              </Button>
            )}
          </>
        }
      />
      {error && (
        <Callout intent="danger" icon={false}>
          {failureLines(error).join(' ')}
        </Callout>
      )}
      {!lines && !error && <Spinner aria-label={say('loading')} />}
      {lines && (
        <div className="menu-editor">
          <section className="panel menu-panel" aria-label={say('list')}>
            {lines.length === 0 ? (
              <NonIdealState title={say('empty')} description={say('emptyHint')} />
            ) : (
              <>
                {editable && <p className="quiet small">{say('lead')}</p>}
                <SortableTree lines={lines} arrange={(next, title) => void arrange(next, title)}>
                  {(entry, depth) => (
                    <Line
                      key={entry.id}
                      entry={entry}
                      lines={lines}
                      depth={depth}
                      typeLabel={typeLabel(entry.type)}
                      chosen={chosen?.id === entry.id}
                      editable={editable}
                      choose={() => setOpened({ id: entry.id })}
                      step={(step) => void arrange(stepped(lines, entry.id, step), entry.title)}
                      addInside={mayAdd ? () => setOpened({ inside: entry }) : undefined}
                    />
                  )}
                </SortableTree>
              </>
            )}
            <div className="menu-undo" role="status">
              {undoable && (
                <>
                  <span>{say('moved', { title: undoable.title })}</span>
                  <Button
                    size="small"
                    onClick={() => {
                      void undo().then((done) => done && notifySuccess(say('undone')))
                    }}
                  >
                    {say('undo')}
                  </Button>
                </>
              )}
            </div>
          </section>
          <section className="menu-side" aria-live="polite">
            {!opened && <p className="quiet menu-choose">{say('choose')}</p>}
            {opened && (
              <>
                <header className="menu-side-head">
                  <h2>
                    {'id' in opened
                      ? say('edit', { title: chosen?.title ?? `#${opened.id}` })
                      : opened.inside
                        ? say('newInside', { title: opened.inside.title })
                        : say('newTitle')}
                  </h2>
                  {chosen && (
                    <span>
                      <Link to={`/admin/menu/edit/${chosen.id}`}>{say('all')}</Link>
                      {can(resource, 'destroy') && (
                        <Button size="small" variant="minimal" intent="danger" onClick={() => setRemoving(chosen)}>
                          {say('remove')}
                        </Button>
                      )}
                    </span>
                  )}
                </header>
                <RecordPanel
                  key={'id' in opened ? opened.id : `new ${opened.inside?.id}`}
                  resource={resource}
                  only={quick}
                  {...('id' in opened ? { id: opened.id } : { preset: { parent_id: opened.inside?.id ?? null } })}
                  onSaved={(row) => {
                    forgetUndo()
                    void refresh()
                    setOpened({ id: row.id })
                  }}
                  onCancel={() => setOpened(undefined)}
                />
              </>
            )}
          </section>
        </div>
      )}
      <ConfirmDialog
        open={removing !== undefined}
        intent="danger"
        title={say('remove')}
        confirm={say('remove')}
        onConfirm={() => removing && remove(removing)}
        onCancel={() => setRemoving(undefined)}
      >
        <p>{say('removeText', { title: removing?.title ?? '' })}</p>
      </ConfirmDialog>
    </>
  )
}
