import { Button } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Page, ResourceInfo } from 'stoa/api-types'
import {
  adminPath,
  api,
  ApiError,
  Board,
  type BoardAsk,
  can,
  LoadError,
  go,
  Link,
  Money,
  notifyFailure,
  PageHeader,
  StatusTag,
  updateRow,
  useMissing,
  useResource,
  useT,
} from 'stoa/admin'
import type { FunnelBoard } from '../../api-types.ts'
import { useBoardTexts } from '../messages.ts'
import { LeadCardView, type LeadCard } from './card.tsx'
import { type Lost, LostDialog } from './lost-dialog.tsx'
import { LeadPanel } from './lead-panel.tsx'
import './board.css'

const CARDS_AT_ONCE = 20
const FIELDS = 'phone,stage_since,rots_at,lost_reason,lost_note,number'
const VISIBLE_STATUSES = 'to_do,process,completed,canceled'

/** The board of a funnel: one column for each stage. */
export default function FunnelManagement() {
  const { id = '' } = useParams({ strict: false })
  const { language } = useT()
  const resource = useResource('lead')
  const queryKey = ['board', 'lead', id, language]
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKey, 'columns'],
    queryFn: ({ signal }) => api<FunnelBoard>(`funnel/${id}/board`, { query: { language }, signal }),
  })
  useMissing(error, adminPath('funnel'))
  if (error) return <LoadError error={error} retry={refetch} />
  if (!data || !resource) return <div className="bp6-skeleton" style={{ height: 320 }} />
  return <Stages key={data.id} funnel={data} resource={resource} queryKey={queryKey} />
}

/** The card that was moved last, and its previous place. */
interface Moved {
  card: LeadCard
  from: string
  to: string
  version: number
}

function Stages({ funnel, resource, queryKey }: { funnel: FunnelBoard; resource: ResourceInfo; queryKey: string[] }) {
  const say = useBoardTexts()
  const { language } = useT()
  const client = useQueryClient()
  const funnels = useResource('funnel')
  const { lead } = useSearch({ strict: false }) as { lead?: string | number }
  const [moved, setMoved] = useState<Moved>()
  const [announcement, setAnnouncement] = useState('')
  const [pendingLoss, setPendingLoss] = useState<{ name: string; done: (lost: Lost | undefined) => void }>()
  // Versions from our own writes. A card that is moved again at once has not been fetched again yet.
  const written = useRef(new Map<number, number>())
  const path = adminPath(`funnel/management/${funnel.id}`)
  const findStage = (id: string | number) => funnel.stages.find((stage) => stage.id === Number(id))
  const getTitle = (id: string | number) => findStage(id)?.title ?? ''
  const choices = (name: string) =>
    resource.filters.find((filter) => filter.name === name)?.options ??
    resource.columns.find((column) => column.name === name)?.options ??
    []
  const getSourceLabel = (source: string) => choices('source').find(({ value }) => value === source)?.label ?? source
  const load = async (stage: string, { after, signal }: BoardAsk) => {
    const query = {
      language,
      funnel_id: funnel.id,
      stage_id: stage,
      status: VISIBLE_STATUSES,
      sort: '-position',
      limit: CARDS_AT_ONCE,
      fields: FIELDS,
    }
    const page = await api<Page<LeadCard>>('lead', { query: { ...query, ...(after ? { after } : {}) }, signal })
    return { cards: page.data, total: page.total, ...(page.next ? { next: page.next } : {}) }
  }
  /** Moves a card to a stage, or reports that it was moved meanwhile. */
  const carry = async (card: LeadCard, to: string, version: number, lost?: Lost) => {
    try {
      const newest = Math.max(version, written.current.get(card.id) ?? 0)
      const row = await updateRow('lead', card.id, { stage_id: Number(to), version: newest, ...lost })
      written.current.set(card.id, Number(row['version']))
      return Number(row['version'])
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      const now = Number(error.current?.['stage_id'])
      throw new Error(now && now !== card.stage_id ? say('elsewhere', { stage: getTitle(now) }) : say('changed'), { cause: error })
    }
  }
  const move = async (card: LeadCard, from: string, to: string) => {
    let lost: Lost | undefined
    if (findStage(to)?.kind === 'lost') {
      lost = await new Promise<Lost | undefined>((done) => setPendingLoss({ name: card.title, done }))
      setPendingLoss(undefined)
      if (!lost) return false
    }
    const version = await carry(card, to, card.version, lost)
    setMoved({ card, from, to, version })
    setAnnouncement(say('moved', { name: card.title, stage: getTitle(to) }))
    return true
  }
  const undo = async ({ card, from, version }: Moved) => {
    setMoved(undefined)
    try {
      const lost = card.lost_reason ? { lost_reason: card.lost_reason, lost_note: card.lost_note } : undefined
      await carry(card, from, version, lost)
      setAnnouncement(say('undone', { name: card.title, stage: getTitle(from) }))
    } catch (error) {
      setAnnouncement('')
      notifyFailure(say('notUndone'), error)
    }
    void client.invalidateQueries({ queryKey: queryKey })
  }
  return (
    <div className="crm-board">
      <PageHeader
        title={funnel.title}
        crumbs={funnels ? [{ label: funnels.plural, to: adminPath(funnels.path) }] : []}
        mark={<StatusTag word={funnel.status} />}
        actions={
          <>
            <Link className="bp6-button" to={`${adminPath('lead')}?funnel_id=${funnel.id}`}>
              {say('list')}
            </Link>
            {can(resource, 'create') && (
              <Button intent="primary" onClick={() => go(`${path}?lead=new`)}>
                {say('new')}
              </Button>
            )}
          </>
        }
      />
      <div className="crm-told" role="status">
        {announcement && <span>{announcement}</span>}
        {moved && (
          <Button size="small" onClick={() => void undo(moved)}>
            {say('undo')}
          </Button>
        )}
      </div>
      <Board<LeadCard>
        label={funnel.title}
        queryKey={queryKey}
        columns={funnel.stages.map((stage) => ({
          id: String(stage.id),
          title: stage.title,
          mark: (
            <>
              {stage.title} <span className="crm-sum small quiet">{Number(stage.amount) > 0 && <Money value={stage.amount} />}</span>
            </>
          ),
        }))}
        load={load}
        renderCard={(card) => <LeadCardView lead={card} getSourceLabel={getSourceLabel} />}
        getName={(card) => card.title}
        getLink={(card) => `${path}?lead=${card.id}`}
        {...(can(resource, 'update') ? { move } : {})}
      />
      {pendingLoss && <LostDialog name={pendingLoss.name} reasons={choices('lost_reason')} done={pendingLoss.done} />}
      {lead !== undefined && lead !== '' && <LeadPanel resource={resource} funnel={funnel} lead={String(lead)} close={() => go(path)} />}
    </div>
  )
}
