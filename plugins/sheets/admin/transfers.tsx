import { Button, NonIdealState, Spinner } from '@blueprintjs/core'
import { Exchange } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import {
  adminPath,
  CardTable,
  download,
  isRunMoving,
  Link,
  LoadError,
  Moment,
  notifyFailure,
  PageHeader,
  RunProgress,
  StatusTag,
  useSession,
  useT,
} from 'stoa/admin'
import type { TransferInfo } from '../api-types.ts'
import { useMessages } from './messages.ts'
import { latestQuery } from './transfer-api.ts'
import './transfer.css'

/** The recent imports and exports of the user, and those that are running. */
export default function Transfers() {
  const say = useMessages()
  const { data, isPending, error, refetch } = useQuery(latestQuery)
  return (
    <>
      <PageHeader title={say('transfers')} />
      {isPending && <Spinner aria-label={say('transfers')} />}
      {error && <LoadError error={error} retry={refetch} />}
      {data?.length === 0 && <NonIdealState icon={<Exchange size={40} aria-hidden />} title={say('none')} />}
      {data && data.length > 0 && (
        <div className="panel transfer-list">
          <CardTable
            caption={say('transfers')}
            heads={[say('kind'), say('file'), say('status'), say('begun'), { label: say('open'), unseen: true }]}
          >
            {data.map((transfer) => (
              <Line key={transfer.id} transfer={transfer} />
            ))}
          </CardTable>
        </div>
      )}
    </>
  )
}

function Line({ transfer }: { transfer: TransferInfo }) {
  const say = useMessages()
  const { t } = useT()
  const { manifest } = useSession()
  const { id, kind, resource, file_name: file, status } = transfer
  const kindLabel = say(kind === 'import' ? 'kindImport' : 'kindExport')
  const fetch = () => void download(`transfer/${id}/file`, {}, file).catch((error: unknown) => notifyFailure(t('failure.export'), error))
  return (
    <tr>
      <th scope="row">
        {kindLabel} · {manifest.resources[resource]?.plural ?? resource}
      </th>
      <td>{file}</td>
      <td>
        <StatusTag word={status} />
        {isRunMoving(transfer) && <RunProgress id={id} label={kindLabel} />}
      </td>
      <td>
        <Moment value={transfer.created_at} />
      </td>
      <td>
        {kind === 'import' && <Link to={adminPath(`transfer/${resource}/import/${id}`)}>{say('open')}</Link>}
        {kind === 'export' && status === 'completed' && (
          <Button variant="minimal" size="small" aria-label={`${say('fetch')} ${file}`} onClick={fetch}>
            {say('fetch')}
          </Button>
        )}
      </td>
    </tr>
  )
}
