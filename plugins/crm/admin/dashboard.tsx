import { Callout, Card, HTMLSelect } from '@blueprintjs/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { adminPath, api, Chart, Link, LoadError, Moment, Money, PageHeader, rowPath, useResource, useSession, useT } from 'stoa/admin'
import type { CrmDashboard } from '../api-types.ts'
import { inDays } from './days.ts'
import { useDashboardTexts } from './messages.ts'
import './board/board.css'

const spans = [7, 30, 90, 365]

/** CRM dashboard: new leads, their results, and leads that need work. */
export default function LeadsAtAGlance() {
  const say = useDashboardTexts()
  const { language } = useT()
  const [days, setDays] = useState(30)
  const { data, error, refetch } = useQuery({
    queryKey: ['list', 'lead', 'dashboard', days, language],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api<CrmDashboard>('crm-dashboard', { query: { days, language }, signal }),
  })
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <label>
            {say('days')}{' '}
            <HTMLSelect value={days} onChange={(event) => setDays(Number(event.target.value))}>
              {spans.map((count) => (
                <option key={count} value={count}>
                  {say('daysOf', { count })}
                </option>
              ))}
            </HTMLSelect>
          </label>
        }
      />
      {error && <LoadError error={error} retry={refetch} />}
      {!data && !error && <div className="bp6-skeleton" style={{ height: 320 }} aria-hidden />}
      {data && (data.allowed ? <Numbers data={data} /> : <Callout icon={false}>{say('noRight')}</Callout>)}
    </>
  )
}

function Numbers({ data }: { data: CrmDashboard }) {
  const say = useDashboardTexts()
  return (
    <>
      <div className="crm-numbers">
        <Figure title={say('fresh')} {...data.fresh} />
        <Figure title={say('won')} {...data.won} amount={data.won.amount} />
        <Figure title={say('lost')} {...data.lost} />
        <Card compact>
          {say('open')}
          <strong className="num">{data.open.count}</strong>
          <Money value={data.open.amount} />
        </Card>
      </div>
      <div className="crm-halves">
        <Rotting data={data} />
        <Due data={data} />
      </div>
      {data.funnels.map((funnel) => (
        <Funnel key={funnel.id} funnel={funnel} />
      ))}
      <div className="crm-halves">
        <Shares title={say('sources')} labelTitle={say('source')} field="source" counts={data.sources} />
        <Shares title={say('reasons')} labelTitle={say('reason')} field="lost_reason" counts={data.lost_reasons} />
      </div>
    </>
  )
}

/** A figure with the figure of the previous period. */
function Figure({ title, now, before, amount }: { title: string; now: number; before: number; amount?: string }) {
  const say = useDashboardTexts()
  const change =
    before === 0 ? say('none') : say('change', { percent: `${now >= before ? '+' : ''}${Math.round(((now - before) / before) * 100)}` })
  return (
    <Card compact>
      {title}
      <strong className="num">{now}</strong>
      {amount !== undefined && <Money value={amount} />}{' '}
      <span className="quiet small">
        {change}, {say('before', { count: before })}
      </span>
    </Card>
  )
}

function Waiting({ title, children }: { title: string; children: ReactNode[] }) {
  const say = useDashboardTexts()
  return (
    <Card compact>
      <h2>{title}</h2>
      {children.length === 0 ? <p className="quiet">{say('nothing')}</p> : <ul>{children}</ul>}
    </Card>
  )
}

function Rotting({ data }: { data: CrmDashboard }) {
  const say = useDashboardTexts()
  const { language } = useT()
  return (
    <Waiting title={say('rotting')}>
      {data.rotting.map((lead) => (
        <li key={lead.id}>
          <Link to={`${adminPath(`funnel/management/${lead.funnel_id}`)}?lead=${lead.id}`}>{lead.title}</Link>
          <span className="quiet small">
            {lead.stage}, {inDays(lead.days, language)}
          </span>
        </li>
      ))}
    </Waiting>
  )
}

function Due({ data }: { data: CrmDashboard }) {
  const say = useDashboardTexts()
  const { manifest } = useSession()
  const [leads, contacts] = [useResource('lead'), useResource('contact')]
  const getPath = ({ lead_id, contact_id }: CrmDashboard['due'][number]) =>
    lead_id && leads ? rowPath(manifest, leads, lead_id) : contact_id && contacts ? rowPath(manifest, contacts, contact_id) : undefined
  return (
    <Waiting title={say('due')}>
      {data.due.map((dueItem) => {
        const to = getPath(dueItem)
        return (
          <li key={dueItem.id}>
            <span>
              {to ? <Link to={to}>{dueItem.text}</Link> : dueItem.text} <span className="quiet small">{dueItem.name}</span>
            </span>
            <Moment value={dueItem.at} />
          </li>
        )
      })}
    </Waiting>
  )
}

function Funnel({ funnel }: { funnel: CrmDashboard['funnels'][number] }) {
  const say = useDashboardTexts()
  const { language } = useT()
  const series = [
    { name: say('reached'), data: funnel.stages.map((stage) => stage.reached) },
    { name: say('standing'), data: funnel.stages.map((stage) => stage.now) },
  ]
  return (
    <Card compact className="gap-below">
      <h2>
        {funnel.title} <Link to={adminPath(`funnel/management/${funnel.id}`)}>{say('board')}</Link>
      </h2>
      <Chart
        spec={{ kind: 'bar', labels: funnel.stages.map((stage) => stage.title), series }}
        title={funnel.title}
        labelTitle={say('stage')}
        height={240}
      />
      <ul className="crm-leads">
        {funnel.stages
          .filter((stage) => stage.median_days !== null)
          .map((stage) => (
            <li key={stage.id}>
              <span>
                {stage.title}: {say('median')}
              </span>
              <span className="num">{inDays(stage.median_days ?? 0, language)}</span>
            </li>
          ))}
      </ul>
    </Card>
  )
}

/** Number of leads for each value of a field. */
function Shares({
  title,
  labelTitle,
  field,
  counts,
}: {
  title: string
  labelTitle: string
  field: string
  counts: CrmDashboard['sources']
}) {
  const say = useDashboardTexts()
  const options = useResource('lead')?.filters.find((filter) => filter.name === field)?.options ?? []
  const labels = counts.map(({ key }) => options.find(({ value }) => value === key)?.label ?? key)
  return (
    <Card compact>
      <h2>{title}</h2>
      {counts.length === 0 ? (
        <p className="quiet">{say('nothing')}</p>
      ) : (
        <Chart
          spec={{ kind: 'bar', labels, series: [{ name: say('count'), data: counts.map(({ count }) => count) }] }}
          title={title}
          labelTitle={labelTitle}
          height={220}
        />
      )}
    </Card>
  )
}
