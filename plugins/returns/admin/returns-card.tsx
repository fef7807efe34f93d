import { adminPath, DocumentCard, DocumentPart, DocumentParts, Link, useSession } from 'stoa/admin'
import { Small, Units, useChange } from 'stoa/plugins/sales/admin'
import { isExpected, isToBeRefunded } from './next.ts'
import './returns.css'
import { useMessages } from './messages.ts'
import type { BackOrder } from './types.ts'

interface Props {
  full: BackOrder
  /** Reloads the order; resolves when it is loaded. */
  done: () => Promise<unknown>
}

/** Returns of the order. */
export function Returns({
  full,
  done,
  count,
  refund,
}: Props & { count: (back: BackOrder['returns'][number]) => void; refund: (back: BackOrder['returns'][number]) => void }) {
  const say = useMessages()
  const { me } = useSession()
  const change = useChange(done)
  if (full.returns.length === 0) return null
  const may = (right: string) => me.role.permission_list.includes(right)
  return (
    <DocumentCard title={say('returns')}>
      <DocumentParts>
        {full.returns.map((r) => (
          <DocumentPart
            key={r.id}
            number={r.number}
            status={r.status}
            aside={[say(`kind_${r.kind}` as 'kind_return'), r.requested_by === 'customer' ? say('byCustomer') : '']
              .filter(Boolean)
              .join(' · ')}
            buttons={
              <>
                {may('return order') && r.status === 'pending' && (
                  <>
                    <Small onClick={() => void change(`return/${r.id}`, { status: 'approved' })}>{say('approve')}</Small>
                    <Small danger onClick={() => void change(`return/${r.id}`, { status: 'rejected' })}>
                      {say('turnDown')}
                    </Small>
                  </>
                )}
                {may('return order') && isExpected(r) && <Small onClick={() => count(r)}>{say('countIn')}</Small>}
                {may('refund order') && isToBeRefunded(r) && <Small onClick={() => refund(r)}>{say('refundIt')}</Small>}
                {may('return order') && r.status === 'received' && (
                  <Small onClick={() => void change(`return/${r.id}`, { status: 'completed' })}>{say('done')}</Small>
                )}
              </>
            }
          >
            <Units full={full} lines={r.lines} />
            {r.replacements.length > 0 && (
              <p className="small">
                {r.replacements.map(({ name, quantity }) => say('goesOut', { name, count: quantity })).join(', ')}
                {r.replacement_order_id !== null && (
                  <>
                    {' · '}
                    <Link to={adminPath(`order/${r.replacement_order_id}`)}>
                      {say('replacementOrder', { number: r.replacement_order_number ?? '' })}
                    </Link>
                  </>
                )}
              </p>
            )}
            {r.note && <p className="doc-text small">{r.note}</p>}
            {r.pictures.map((url, n) => (
              <a key={url} href={url} target="_blank" rel="noreferrer" className="back-picture">
                <img src={url} alt={say('picture', { number: n + 1 })} loading="lazy" />
              </a>
            ))}
          </DocumentPart>
        ))}
      </DocumentParts>
    </DocumentCard>
  )
}
