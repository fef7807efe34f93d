import type { Option as Choice } from 'stoa/api-types'
import { adminPath, type InputProps, Link, Moment, useContentLanguage, useFormField, useSession } from 'stoa/admin'
import { getName, type Option, type Stock, getTitle, getWords } from 'stoa/plugins/catalogue/admin'
import './history.css'
import { useMessages } from './messages.ts'

interface Movement {
  id: number
  date: string
  sku: string
  option: string
  type: string
  warehouse: string
  action: string
  reason: string
  remark: string
  user: string
}

const shownColumns = ['date', 'sku', 'option', 'type', 'warehouse', 'action', 'remark', 'user'] as const

/** Stock movements of a product, newest first. */
export default function History({ id, field, value }: InputProps) {
  const say = useMessages()
  const { language, main } = useContentLanguage()
  const { manifest } = useSession()
  const options = useFormField<Option[]>('options').value ?? []
  const stocks = useFormField<Stock[]>('stocks').value ?? []
  const words = getWords(options, (option) => getName(option.label, language, main))
  const rows = Array.isArray(value) ? (value as Movement[]) : []
  const info = (name: string) => field.rows?.find((row) => row.name === name)
  const types = new Map((info('type')?.options ?? []).map(({ value: word, label }: Choice) => [word, label]))
  // An existing stock item is shown with its current name.
  const getVariantTitle = (row: Movement) => {
    const stock = row.option ? stocks.find((stock) => stock.sku === row.sku) : undefined
    return stock ? getTitle(stock, words, row.option) : row.option
  }
  const movements = manifest.resources['inventory_movement']
  if (rows.length === 0)
    return (
      <p id={id} className="quiet">
        {say('noHistory')}
      </p>
    )
  return (
    <div id={id} className="history" tabIndex={-1}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="history-scroll" role="region" aria-label={field.label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {shownColumns.map((name) => (
                <th key={name} scope="col">
                  {info(name)?.label ?? name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td>
                  <Moment value={row.date} />
                </td>
                <td>{row.sku}</td>
                <td>{getVariantTitle(row)}</td>
                <td>{types.get(row.type) ?? row.type}</td>
                <td>{row.warehouse}</td>
                <td className="num">{row.action}</td>
                <td>{[row.reason, row.remark].filter(Boolean).join(' · ')}</td>
                <td>{row.user}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {movements && (
        <p className="small">
          <Link to={adminPath(movements.path)}>{say('allHistory')}</Link>
        </p>
      )}
    </div>
  )
}
