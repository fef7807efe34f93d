import { t, useT } from '../../i18n/index.ts'
import { getChanges, getColumns, getPairs, readable, type Change } from './shape.ts'

/** Label of a field; undefined when unknown. */
type LabelLookup = (field: string) => string | undefined

/** Read-only JSON: changes with old and new values, lists and records as tables, the rest as text. */
export function JsonView({ value, getLabel = () => undefined }: { value: unknown; getLabel?: LabelLookup }) {
  const { t } = useT()
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return <Nothing />
  const changes = getChanges(value)
  if (changes) return <Changes changes={changes} getLabel={getLabel} />
  const columns = getColumns(value)
  const toColumnLabel = (name: string) => t(`column.${name}`, { defaultValue: readable(name) })
  if (columns)
    return (
      <div className="table-scroll">
        <table className="data-table">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {toColumnLabel(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(value as Record<string, unknown>[]).map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={index}>
                {columns.map((name) => (
                  <td key={name}>{words(row[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )
  const pairs = getPairs(value)
  if (pairs)
    return (
      <dl className="data-pairs">
        {pairs.map(([name, item]) => (
          <div key={name}>
            <dt>{toColumnLabel(name)}</dt>
            <dd>{words(item) || '–'}</dd>
          </div>
        ))}
      </dl>
    )
  return <pre className="mono pre">{JSON.stringify(value, null, 2)}</pre>
}

function Changes({ changes, getLabel }: { changes: Change[]; getLabel: LabelLookup }) {
  const { t } = useT()
  return (
    <div className="table-scroll">
      <table className="data-table is-changes">
        <thead>
          <tr>
            <th scope="col">{t('changes.field')}</th>
            <th scope="col">{t('changes.before')}</th>
            <th scope="col">{t('changes.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={`${change.field} ${index}`}>
              <th scope="row">{fieldName(change.field, getLabel)}</th>
              <td>{isNothing(change.old) ? <Nothing /> : <del>{words(change.old)}</del>}</td>
              <td>{isNothing(change.new) ? <Nothing /> : <ins>{words(change.new)}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Nothing() {
  const { t } = useT()
  return <span className="quiet">{t('changes.nothing')}</span>
}

/** Formats a field path: "title:zh-HK" becomes "Title (zh-HK)", "stocks[LJ-50].price" becomes "Stocks LJ-50: price". */
export function fieldName(field: string, getLabel: LabelLookup = () => undefined): string {
  const [path = '', language] = field.split(':')
  const label = getLabel(path)
  if (label) return language ? `${label} (${language})` : label
  const name = path
    .replaceAll(/\[([^\]]*)\]/g, ' $1')
    .split('.')
    .map((part) => part.replaceAll('_', ' '))
    .join(': ')
  const text = readable(name)
  return language ? `${text} (${language})` : text
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Formats a value as text without markup. */
function words(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  if (Array.isArray(value)) return value.map(words).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
