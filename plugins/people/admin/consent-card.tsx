import { Button, Card, Tag } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from 'stoa/api-types'
import { api, can, Moment, useResource } from 'stoa/admin'
import { ConsentDialog } from './consent-dialog.tsx'
import { messages } from './messages.ts'

const useMessages = messages('consentCard')

interface Consent {
  id: number
  address_norm: string
  topic: string
  state: 'subscribed' | 'unsubscribed' | 'suppressed'
  source: string
  at: string
}

const intents = { subscribed: 'success', unsubscribed: 'warning', suppressed: 'danger' } as const

/** Addresses of a row in the format of consent rows: an e-mail address, and a phone number without the plus. */
function getAddresses(row: Row): string[] {
  const [email, code, phone] = [row['email'], row['country_code'], row['phone']].map((value) => String(value ?? ''))
  return [email?.toLowerCase() ?? '', phone ? `${code}${phone}`.replaceAll(/\D/g, '') : ''].filter(Boolean)
}

/** Consent to news on the page of a record with an address, with an action to record consent given to staff. */
export default function ConsentCard({ row }: { row?: Row }) {
  const say = useMessages()
  const resource = useResource('consent')
  const [isOpen, setOpen] = useState(false)
  const addresses = row ? getAddresses(row) : []
  const { data, refetch } = useQuery({
    queryKey: ['list', 'consent', 'of', ...addresses],
    enabled: addresses.length > 0,
    queryFn: async () => {
      const pages = await Promise.all(
        addresses.map((address) => api<{ data: Consent[] }>('consent', { query: { q: address, limit: 100 } })),
      )
      return pages.flatMap((page) => page.data)
    },
  })
  if (!row || !resource) return null
  const addressConsents = (data ?? []).filter(({ address_norm }) => addresses.includes(address_norm))
  // Newest first: the first entry of an address and topic counts.
  const current = addressConsents.filter(
    (consent, i) =>
      addressConsents.findIndex((other) => other.address_norm === consent.address_norm && other.topic === consent.topic) === i,
  )
  return (
    <Card compact className="consent-card">
      <h2>{say('title')}</h2>
      {addresses.length === 0 && <p className="quiet">{say('noAddress')}</p>}
      {addresses.length > 0 && data && current.length === 0 && <p className="quiet">{say('none')}</p>}
      <ul className="plain-list">
        {current.map((consent) => (
          <li key={consent.id}>
            {consent.address_norm}{' '}
            <Tag minimal intent={intents[consent.state]}>
              {say(consent.state)}
            </Tag>{' '}
            <span className="quiet small">
              {consent.topic !== 'marketing' && `${consent.topic} · `}
              <Moment value={consent.at} />
              {consent.source && ` · ${consent.source}`}
            </span>
          </li>
        ))}
      </ul>
      {addresses.length > 0 && can(resource, 'create') && (
        <Button icon="endorsed" onClick={() => setOpen(true)}>
          {say('record')}
        </Button>
      )}
      {isOpen && (
        <ConsentDialog
          addresses={addresses}
          onClose={(isSaved) => {
            setOpen(false)
            if (isSaved) void refetch()
          }}
        />
      )}
    </Card>
  )
}
