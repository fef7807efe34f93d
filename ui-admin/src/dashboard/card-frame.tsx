import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CardContent as Content, CardView, DashboardView } from 'stoa/plugins/desk'
import { adminPath, Link } from '../common/link.tsx'
import { Pieces } from '../common/slot.tsx'
import { notifyFailure } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { useSession } from '../state/session.ts'
import { CardContent } from './card-content.tsx'
import { dashboardQuery, type DashboardRequest, readCard } from './queries.ts'

interface CardFrameProps {
  card: CardView
  view: DashboardView
  request: DashboardRequest
  /** Controls beside the title, while cards are arranged. */
  tools?: ReactNode
}

/** A card with its title: its content, or why there is none. */
export function CardFrame({ card, view, request, tools }: CardFrameProps) {
  const { t } = useT()
  const id = `card-${card.name}`
  const link = useCardLink(card)
  return (
    <section className={`panel card-place is-${card.size}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <CardTitle card={card} />
        </h2>
        {tools ??
          (link && (
            <Link to={link} aria-describedby={id}>
              {t('dashboard.all')}
            </Link>
          ))}
      </header>
      <div className="card-body" inert={tools !== undefined}>
        <CardBody card={card} view={view} request={request} />
      </div>
    </section>
  )
}

/** The page with everything behind a card: its own, or the list of its records with their filter. */
function useCardLink({ link, content }: CardView): string | undefined {
  const { resources } = useSession().manifest
  if (link) return adminPath(link)
  const records = content?.records
  const resource = records && resources[records.resource]
  if (!resource) return undefined
  const filter = new URLSearchParams(records.filter).toString()
  return adminPath(resource.path) + (filter && `?${filter}`)
}

/** The title, with the number of records that the card begins to list. */
function CardTitle({ card: { title, content } }: { card: CardView }) {
  const { t } = useT()
  const records = content?.records
  if (!records || records.total === 0) return title
  return (
    <>
      {title} <span className="quiet num">{t('dashboard.total', { total: `${records.total}${records.more ? '+' : ''}` })}</span>
    </>
  )
}

function CardBody({ card, view, request }: Omit<CardFrameProps, 'tools'>) {
  if (card.content === null) return <FailedCard card={card} request={request} />
  if (card.screen)
    return (
      <div className="card-part">
        <Pieces screens={[card.screen]} data={card.content.data} />
      </div>
    )
  if (isEmpty(card.content)) return <p className="quiet card-part">{card.empty}</p>
  return <CardContent card={card} content={card.content} currency={view.currency} />
}

const isEmpty = ({ figures, chart, rows, progress, records }: Content): boolean =>
  !figures?.length && !chart && !rows?.length && !progress?.length && !records?.data.length

/** A card that could not be read. Only it is read again. */
function FailedCard({ card, request }: Pick<CardFrameProps, 'card' | 'request'>) {
  const { t } = useT()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    try {
      const next = await readCard(request, card.name)
      client.setQueryData(
        dashboardQuery(request).queryKey,
        (view) =>
          view && next && { ...view, data: view.data.map((old) => (old.name === card.name ? { ...old, content: next.content } : old)) },
      )
    } catch (error) {
      notifyFailure(t('dashboard.failed'), error)
    }
    setBusy(false)
  }
  return (
    <div className="card-part" role="alert">
      <p>{t('dashboard.failed')}</p>
      <Button loading={isBusy} onClick={() => void retry()}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
