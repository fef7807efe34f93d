import { Button, Callout, Card } from '@blueprintjs/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import {
  api,
  forget,
  Link,
  Money,
  notifyFailure,
  notifySuccess,
  rowPath,
  StatusTag,
  Timeline,
  useDebounced,
  useFormField,
  useResource,
  useSession,
  useT,
} from 'stoa/admin'
import type { Alike, ContactView } from '../api-types.ts'
import { useMessages } from './messages.ts'
import './board/board.css'

/** In the form of a contact: possible duplicates, leads and timeline. */
export default function OfContact({ row }: { row?: Row }) {
  return (
    <>
      <MaybeSame but={row?.id ?? 0} />
      {row && <About id={row.id} />}
    </>
  )
}

/** Warns, while the user types, which contacts have this e-mail address or phone number already. */
function MaybeSame({ but }: { but: number }) {
  const say = useMessages()
  const { manifest } = useSession()
  const resource = useResource('contact')
  const typed = {
    email: useFormField<string | null>('email').value ?? '',
    country_code: useFormField<string | null>('country_code').value ?? '',
    phone: useFormField<string | null>('phone').value ?? '',
  }
  const sought = useDebounced(JSON.stringify(typed), 400)
  const { data } = useQuery({
    queryKey: ['list', 'contact', 'alike', but, sought],
    queryFn: () => api<Alike>('contact/alike', { query: { ...(JSON.parse(sought) as typeof typed), but } }),
  })
  if (!resource || !data || data.data.length === 0) return null
  return (
    <Callout intent="warning" icon={false} title={say('alike')} role="status">
      <ul className="crm-leads">
        {data.data.map((lead) => (
          <li key={lead.id}>
            <Link to={rowPath(manifest, resource, lead.id)}>{lead.name}</Link>
            <span className="quiet small">{say(lead.by === 'email' ? 'alikeEmail' : 'alikePhone')}</span>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function About({ id }: { id: number }) {
  const say = useMessages()
  const { language } = useT()
  const { manifest, me } = useSession()
  const client = useQueryClient()
  const leads = useResource('lead')
  const { data, isError } = useQuery({
    queryKey: ['list', 'contact', 'about', id, language],
    queryFn: () => api<ContactView>(`contact/${id}/about`, { query: { language } }),
  })
  if (isError) return <p role="alert">{say('failed')}</p>
  if (!data) return null
  const unmerge = async () => {
    try {
      await api(`contact/${id}/unmerge`, { method: 'POST' })
      notifySuccess(say('unmerged'))
    } catch (error) {
      notifyFailure(say('notUnmerged'), error)
    }
    forget('contact')
    await client.invalidateQueries({ queryKey: ['row', 'contact', String(id)] })
  }
  return (
    <>
      {data.merged && (
        <Callout icon={false}>
          {say('merged', { name: data.merged.name })}{' '}
          {me.role.permission_list.includes('merge contact') && (
            <Button size="small" onClick={() => void unmerge()}>
              {say('unmerge')}
            </Button>
          )}
        </Callout>
      )}
      {leads && (
        <Card compact>
          <h2>{say('leads')}</h2>
          {data.leads.length === 0 && <p className="quiet">{say('noLeads')}</p>}
          <ul className="crm-leads">
            {data.leads.map((lead) => (
              <li key={lead.id}>
                <span>
                  <Link to={rowPath(manifest, leads, lead.id)}>{lead.title}</Link>{' '}
                  <span className="quiet small">
                    {lead.funnel}, {lead.stage}
                  </span>
                </span>
                <span className="crm-lead-state">
                  {lead.amount !== null && <Money value={lead.amount} />} <StatusTag word={lead.status} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Happened id={id} view={data} />
    </>
  )
}

interface Line {
  id: number
  occurred_at: string
  plugin: string
  summary: string
  actor: string | null
}

/** The timeline of a contact: steps of its leads, comments and activity events of its person, as far as the actor may see each. */
function Happened({ id, view }: { id: number; view: ContactView }) {
  const say = useMessages()
  const { language } = useT()
  const { me } = useSession()
  const person = view.person_id !== null && me.role.permission_list.includes('get person') ? view.person_id : 0
  const timelineQuery = useInfiniteQuery({
    queryKey: ['list', 'person', 'timeline', person, language],
    queryFn: ({ pageParam }) => api<{ data: Line[]; next: string | null }>(`person/${person}/timeline`, { query: { after: pageParam } }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next ?? undefined,
    enabled: person > 0,
  })
  const steps = view.steps.map((step) => ({
    key: String(step.id),
    at: step.at,
    kind: 'step',
    head: say('stepTo', { lead: step.lead, stage: step.to }),
    who: step.by,
  }))
  // Steps of leads are in the list already.
  const lines = (timelineQuery.data?.pages.flatMap((page) => page.data) ?? [])
    .filter((line) => line.plugin !== 'crm')
    .map((line) => ({
      key: String(line.id),
      at: line.occurred_at,
      kind: 'status',
      head: line.summary,
      ...(line.actor ? { who: line.actor } : {}),
    }))
  return (
    <Timeline
      title={say('timeline')}
      sources={[
        { name: 'steps', entries: steps, kinds: { step: say('kindStep') } },
        {
          name: 'person',
          entries: lines,
          older: timelineQuery.hasNextPage ? () => void timelineQuery.fetchNextPage() : undefined,
          busy: timelineQuery.isFetching,
          failed: timelineQuery.isError,
        },
      ]}
      subject={{ resource: 'contact', id }}
    />
  )
}
