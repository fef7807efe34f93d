import { Button, Callout } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import type { ActionInfo, ResourceInfo } from 'stoa/api-types'
import { ActionRunner } from '../action/action-runner.tsx'
import { adminPath, go } from '../common/link.tsx'
import { Moment } from '../common/moment.tsx'
import { Money } from '../common/money.tsx'
import { PageHeader } from '../common/page.tsx'
import { Slot, WholeSlot } from '../common/slot.tsx'
import { useT } from '../i18n/index.ts'
import { actionsFor } from '../list/row-menu.tsx'
import { useResource, useSession } from '../state/session.ts'
import { StatusTag, statusGroups } from '../widgets/status/status-tag.tsx'
import { arrange, leadsOn } from './arrange.ts'
import './document.css'
import { TransitionButtons } from './moves.tsx'
import { DocumentCard, DocumentColumns } from './parts.tsx'
import { Road } from './status-steps.tsx'
import { Absent, Loading } from './states.tsx'
import { useMessages } from './messages.ts'
import type { DocumentDialog, DocumentPiece, DocumentShown, DocumentStep, DocumentTools, DocumentViewProps } from './types.ts'
import { useRestoredFocus } from './use-restored-focus.ts'

/** View of one document: status, content, history and actions. */
export function DocumentView<D>({ resource: resourceName, load, changed, render }: DocumentViewProps<D>) {
  const { language } = useT()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const resource = useResource(resourceName)
  const { data, error, refetch } = useQuery(load(id, language))
  const again = () => void refetch()
  if (data === undefined && !error) return <Loading />
  if (data === undefined || !resource) return <Absent resourceName={resourceName} error={error} again={again} />
  return (
    <LoadedDocument key={id} id={id} data={data} resource={resource} changed={changed} render={render} again={error ? again : undefined} />
  )
}

interface ShownProps<D> extends Pick<DocumentViewProps<D>, 'changed' | 'render'> {
  id: string
  data: D
  resource: ResourceInfo
  /** Retries a failed reload. */
  again: (() => void) | undefined
}

function LoadedDocument<D>({ id, data, resource, changed, render, again }: ShownProps<D>) {
  const say = useMessages()
  const { me } = useSession()
  const client = useQueryClient()
  const head = useRef<HTMLDivElement>(null)
  const keepFocus = useRestoredFocus(head)
  const [open, setOpen] = useState<{ dialog: DocumentDialog<D> }>()
  const close = () => setOpen(undefined)
  const [contributedSteps, setContributedSteps] = useState<ReadonlyMap<string, readonly (DocumentStep<D> | false)[]>>(new Map())
  const bring = useCallback<DocumentPiece<D>['bring']>((name, steps) => setContributedSteps((now) => new Map(now).set(name, steps)), [])
  // The primary step is shown only when all contributions have reported their steps, so that it does not change.
  const [whole, setWhole] = useState(false)
  const allThere = useCallback(() => setWhole(true), [])
  const tools: DocumentTools<D> = {
    may: (right) => me.role.permission_list.includes(right),
    open: (dialog) => setOpen({ dialog }),
    done: async () => {
      await changed(client, id)
      keepFocus()
    },
  }
  const doc = render(data, tools)
  const toStep = (move: ActionInfo): DocumentStep<D> => ({
    name: move.name,
    label: move.label,
    leads: leadsOn(move),
    intent: move.intent,
    hint: doc.hint?.(move),
    dialog: (_, props) => (
      <ActionRunner resource={resource} action={move} ids={[Number(id)]} batch={false} hint={doc.hint?.(move)} {...props} />
    ),
  })
  const row = { id: Number(id), ...(resource.status ? { [resource.status]: doc.status } : {}) }
  const moves = actionsFor(resource, row).filter((move) => doc.offers?.(move) ?? true)
  const offered = [...contributedSteps.values()].flat()
  const steps = [...[...(doc.steps ?? []), ...offered].filter((step) => step !== false), ...moves.map(toStep)]
  const files = (doc.files ?? []).filter((file) => file !== false)
  const run = (step: DocumentStep<D>) => (step.dialog ? tools.open(step.dialog) : go(adminPath(step.to)))
  return (
    <div className="doc">
      <div ref={head} className="doc-head" role="group" aria-label={doc.title} tabIndex={-1}>
        <PageHeader
          title={doc.title}
          crumbs={[{ label: resource.plural, to: adminPath(resource.path) }]}
          mark={<StatusTag word={doc.status} />}
          actions={
            <>
              <Slot at="record.head" resource={resource.name} id={row.id} />
              {whole && steps.length > 0 && <TransitionButtons steps={steps} run={run} />}
            </>
          }
        />
        <Line doc={doc} />
      </div>
      <Announcement doc={doc} next={arrange(steps).next?.label} />
      {again && (
        <Callout compact intent="warning" icon={false} role="alert" className="doc-note">
          {say('stale')} <Button size="small" text={say('again')} onClick={again} />
        </Callout>
      )}
      {doc.notes?.map(
        (note, n) =>
          note && (
            // Notices keep their order, so the index is the key.
            // oxlint-disable-next-line react/no-array-index-key
            <Callout key={n} compact {...(note.intent ? { intent: note.intent } : {})} className="doc-note">
              {note.text}
            </Callout>
          ),
      )}
      {doc.road && <Road words={doc.road} status={doc.status} />}
      <DocumentColumns
        main={
          <>
            {doc.approvals && <Slot at="approval.card" kind={doc.approvals} id={row.id} done={tools.done} />}
            {doc.main}
            <WholeSlot at={`${resource.name}.view.main`} whole={allThere} data={data} open={tools.open} done={tools.done} bring={bring} />
          </>
        }
        side={
          <>
            {doc.side}
            <Slot at="record.panel" resource={resource.name} id={row.id} />
            <Slot at={`${resource.name}.view.side`} id={row.id} data={data} />
            {files.length > 0 && (
              <DocumentCard title={say('papers')}>
                <ul className="doc-papers">
                  {files.map(({ label, href }) => (
                    <li key={href}>
                      <a href={href} target="_blank" rel="noreferrer">
                        {label}
                      </a>
                    </li>
                  ))}
                </ul>
              </DocumentCard>
            )}
          </>
        }
        last={doc.timeline}
      />
      {open?.dialog(data, { close, done: tools.done })}
    </div>
  )
}

/** Summary line: customer, amount, date and further facts. */
function Line<D>({ doc: { counterparty, amount, at, facts = [] } }: { doc: DocumentShown<D> }) {
  const parts = [
    counterparty && <strong key="who">{counterparty}</strong>,
    amount && <Money key="amount" value={amount.value} currency={amount.currency} />,
    at && <Moment key="at" value={at} />,
    ...facts,
  ].filter(Boolean)
  return (
    <div className="doc-line quiet">
      {parts.map((part, n) => (
        // The list of facts does not change within a status, so the index is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={n}>{part}</span>
      ))}
    </div>
  )
}

/** Announces status changes and the next step to screen readers. */
function Announcement<D>({ doc, next }: { doc: DocumentShown<D>; next: string | undefined }) {
  const say = useMessages()
  const { t } = useT()
  const [first] = useState(doc.status)
  const [moved, setMoved] = useState(false)
  if (!moved && doc.status !== first) setMoved(true)
  const word = doc.status in statusGroups ? t(`status.${doc.status as keyof typeof statusGroups}`) : doc.status
  return (
    <div className="sr-only" role="status">
      {moved && [say('now', { title: doc.title, status: word }), next && say('next', { step: next })].filter(Boolean).join(' ')}
    </div>
  )
}
