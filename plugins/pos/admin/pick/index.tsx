import { NonIdealState, Spinner } from '@blueprintjs/core'
import { Shop } from '@blueprintjs/icons'
import { adminPath, Link, listQuery, LoadError, PageHeader, useT } from 'stoa/admin'
import { useQuery } from '@tanstack/react-query'
import '../counter.css'
import { useMessages } from '../messages.ts'

/** Store selection. */
export default function PickScreen() {
  const say = useMessages()
  const { language } = useT()
  const { data, error, isPending, refetch } = useQuery(listQuery('store', { language, limit: 100, sort: 'order', enabled: '1' }))
  return (
    <>
      <PageHeader title={say('title')} />
      {isPending ? (
        <Spinner aria-label={say('loading')} />
      ) : !data ? (
        <LoadError error={error} retry={refetch} />
      ) : data.data.length === 0 ? (
        <NonIdealState icon={<Shop size={40} />} title={say('none')} />
      ) : (
        <ul className="till-stores" aria-label={say('pick')}>
          {data.data.map((store) => (
            <li key={store.id}>
              <Link to={adminPath(`store/pos/new/${store.id}`)}>
                <Shop size={28} aria-hidden />
                <strong>{String(store['name'])}</strong>
                <span className="quiet">{String(store['address'] ?? '')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
