import { Button, Card, Tag } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { Row } from 'stoa/api-types'
import {
  api,
  countryName,
  download,
  Link,
  Moment,
  notifyFailure,
  rowPath,
  Timeline,
  type TimelineProps,
  useResource,
  useSession,
  useT,
} from 'stoa/admin'
import { fullName } from '../../domain/full-name.ts'
import type { PersonFacts } from '../../admin-api-types.ts'
import { useMessages } from './messages.ts'
import { PersonTimeline } from './timeline.tsx'
import './known.css'

interface Props {
  resource: { name: string }
  row?: Row
}

/** Beside a customer or person: identities, consent, addresses and timeline. */
export default function PersonPanel({ resource, row }: Props) {
  const say = useMessages()
  const { me } = useSession()
  const id = resource.name === 'person' ? row?.id : Number((row as { person_id?: number | null } | undefined)?.person_id ?? 0)
  const subject = resource.name === 'customer' && row ? { resource: 'customer', id: row.id } : undefined
  if (id && me.role.permission_list.includes('get person')) return <PersonDetails id={id} subject={subject} />
  return subject ? <Timeline title={say('timeline')} sources={NONE} subject={subject} /> : null
}

const NONE = [] as const

const intents = { subscribed: 'success', unsubscribed: 'warning', suppressed: 'danger' } as const

function PersonDetails({ id, subject }: { id: number; subject: TimelineProps['subject'] }) {
  const say = useMessages()
  const { language } = useT()
  const { manifest, me } = useSession()
  const accounts = useResource('customer')
  // Invalidated together with lists of persons, after a merge or erasure.
  const { data, isError } = useQuery({ queryKey: ['list', 'person', 'known', id], queryFn: () => api<PersonFacts>(`person/${id}/facts`) })
  if (isError) return <p role="alert">{say('failed')}</p>
  if (!data) return null
  if (data.person.erased_at)
    return (
      <Card compact>
        <p>
          {say('erased')} <Moment value={data.person.erased_at} />
        </p>
      </Card>
    )
  const downloadPersonalData = () =>
    download(`person/${id}/personal-data`, {}, `person-${id}.json`).catch((error: unknown) => notifyFailure(say('failed'), error))
  return (
    <div className="known">
      <Card compact>
        {me.role.permission_list.includes('export person') && (
          <Button icon="download" text={say('fetchKept')} onClick={() => void downloadPersonalData()} />
        )}
        <h2>{say('identities')}</h2>
        <ul>
          {data.identities.map((identity) => (
            <li key={identity.id}>
              {identity.kind === 'phone' ? `+${identity.value}` : identity.value}{' '}
              <Tag minimal intent={identity.verified_at ? 'success' : 'none'}>
                {say(identity.verified_at ? 'verified' : 'unverified')}
              </Tag>
            </li>
          ))}
        </ul>
        {data.customers.length > 0 && <h2>{say('accounts')}</h2>}
        <ul>
          {data.customers.map((customer) => (
            <li key={customer.id}>
              {accounts ? <Link to={rowPath(manifest, accounts, customer.id)}>{customer.email}</Link> : customer.email}{' '}
              {!customer.enabled && <Tag minimal>{say('off')}</Tag>}
            </li>
          ))}
        </ul>
      </Card>
      <Card compact>
        <h2>{say('consents')}</h2>
        {data.consents.length === 0 && <p className="quiet">{say('notAsked')}</p>}
        <ul>
          {data.consents.map((consent) => (
            <li key={consent.id}>
              {consent.address.startsWith('sha256:') ? '•••' : consent.address}{' '}
              <Tag minimal intent={intents[consent.state]}>
                {say(consent.state)}
              </Tag>{' '}
              <span className="quiet small">
                <Moment value={consent.at} />
              </span>
            </li>
          ))}
        </ul>
        {data.addresses.length > 0 && <h2>{say('addresses')}</h2>}
        {data.addresses.map((entry) => (
          <address key={entry.id}>
            {fullName(entry.first_name, entry.last_name)}, {entry.address}, {countryName(entry.country, language)}, {entry.contact_number}{' '}
            {entry.default_shipping && <Tag minimal>{say('shipping')}</Tag>} {entry.default_billing && <Tag minimal>{say('billing')}</Tag>}
          </address>
        ))}
      </Card>
      <div className="known-timeline">
        <PersonTimeline id={id} subject={subject} />
      </div>
    </div>
  )
}
