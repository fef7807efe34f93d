import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type PeriodName, periodNames } from 'stoa/calendar-date'
import type { DashboardName } from 'stoa/plugins/desk'
import { Empty } from '../common/empty.tsx'
import { redirect } from '../common/link.tsx'
import { LoadError } from '../common/load-error.tsx'
import { PageHeader } from '../common/page.tsx'
import { useT } from '../i18n/index.ts'
import { PeriodSelect } from '../range/period-select.tsx'
import { history, usePlugin } from '../state/session.ts'
import { ArrangeBoard } from './arrange-board.tsx'
import { CardFrame } from './card-frame.tsx'
import './dashboard.css'
import { dashboardQuery } from './queries.ts'
import { useArrangement } from './use-arrangement.ts'

const DEFAULT_PERIOD: PeriodName = 'last_7_days'

/** The period in the URL. */
function usePeriod(): [PeriodName, (period: string) => void] {
  const search = useSearch({ strict: false }) as { period?: string }
  const period = periodNames.find((name) => name === search.period) ?? DEFAULT_PERIOD
  return [period, (next) => redirect(`${history.location.pathname}?${new URLSearchParams({ period: next })}`)]
}

interface CardBoardProps {
  dashboard: DashboardName
  title: string
  /** Content between the header and the cards. */
  children?: ReactNode
}

/** A dashboard: the cards of plugins for a period, which people arrange as they like. */
export function CardBoard({ dashboard, title, children }: CardBoardProps) {
  const { t, language } = useT()
  const isOn = usePlugin('desk')
  const [period, choosePeriod] = usePeriod()
  const request = { dashboard, period, language }
  const { data: view, error, refetch, isPlaceholderData } = useQuery({ ...dashboardQuery(request), enabled: isOn })
  const { arrangement, begin } = useArrangement(request, view)
  const actions = view && !arrangement && (
    <>
      <PeriodSelect value={period} onChange={choosePeriod} />
      <Button icon="control" onClick={begin}>
        {t('dashboard.arrange')}
      </Button>
    </>
  )
  return (
    <>
      <PageHeader title={title} actions={actions} />
      {children}
      {error && !view && <LoadError error={error} retry={refetch} />}
      {!isOn && <Empty title={t('dashboard.off')}>{t('dashboard.offHint')}</Empty>}
      {isOn && !view && !error && <Skeleton />}
      {arrangement && view && <ArrangeBoard arrangement={arrangement} view={view} request={request} />}
      {view && !arrangement && view.data.length === 0 && <Empty title={t('dashboard.noCards')}>{t('dashboard.noCardsHint')}</Empty>}
      {view && !arrangement && (
        <div className="cards" aria-busy={isPlaceholderData}>
          {view.data.map((card) => (
            <CardFrame key={card.name} card={card} view={view} request={request} />
          ))}
        </div>
      )}
    </>
  )
}

/** The place of the cards while they are loading. */
function Skeleton() {
  return (
    <div className="cards" aria-hidden>
      {['wide', 'small', 'small', 'small', 'small'].map((size, n) => (
        <div key={n} className={`card-place is-${size}`}>
          <div className="card-ghost bp6-skeleton" />
        </div>
      ))}
    </div>
  )
}
