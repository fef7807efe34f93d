import { Card } from '@blueprintjs/core'
import type { Row } from 'stoa/api-types'
import { adminPath, apiUrl, interfaceLanguages, Link } from 'stoa/admin'
import { useMessages } from './messages.ts'
import './commission.css'

/** Below a settlement: its entries and the printed statement in each language. */
export default function SettlementEntries({ row }: { row?: Row }) {
  const say = useMessages()
  if (!row) return null
  return (
    <Card>
      <h2 className="card-title">{say('entries')}</h2>
      <p>
        <Link to={`${adminPath('commission/entry')}?settlement_id=${row.id}`}>{say('open_entries')}</Link>
      </p>
      <p className="commission-links">
        {interfaceLanguages.map(({ code, name }) => (
          <a
            key={code}
            className="bp6-button"
            lang={code}
            href={apiUrl(`commission_settlement/${row.id}/pdf`, { language: code })}
            target="_blank"
            rel="noreferrer"
          >
            {say('statement')} · {name}
          </a>
        ))}
      </p>
    </Card>
  )
}
