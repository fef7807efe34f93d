import { Callout, HTMLSelect, HTMLTable } from '@blueprintjs/core'
import { useTexts } from '../texts.ts'
import type { Mapping, SheetColumns } from './sheet-api.ts'

/** Second step: what each column of the sheet is. A field is taken by one column only. */
export function ColumnsStep({
  sheet,
  columns,
  setColumns,
  missing,
}: {
  sheet: SheetColumns
  columns: Mapping
  setColumns: (columns: Mapping) => void
  missing: SheetColumns['fields']
}) {
  const say = useTexts()
  const choose = (column: string, field: string) => {
    const others = Object.entries(columns).filter(([one, taken]) => one !== column && taken !== field)
    setColumns(Object.fromEntries(field ? [...others, [column, field]] : others))
  }
  return (
    <>
      {missing.length > 0 && (
        <Callout intent="warning" icon={false} className="gap-below">
          {say('requiredFields', { fields: missing.map((field) => field.label).join(', ') })}
        </Callout>
      )}
      <HTMLTable compact className="wide">
        <thead>
          <tr>
            <th scope="col">{say('column')}</th>
            <th scope="col" className="sample">
              {say('sample')}
            </th>
            <th scope="col">{say('field')}</th>
          </tr>
        </thead>
        <tbody>
          {sheet.columns.map(({ column, sample }) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td className="quiet sample">
                {sample
                  .filter((value) => value !== null && value !== '')
                  .slice(0, 3)
                  .join(' · ')}
              </td>
              <td>
                <HTMLSelect
                  fill
                  aria-label={`${say('field')}: ${column}`}
                  value={columns[column] ?? ''}
                  onChange={(event) => choose(column, event.target.value)}
                >
                  <option value="">{say('skip')}</option>
                  {sheet.fields.map((field) => (
                    <option key={field.name} value={field.name}>
                      {field.label}
                      {field.required ? ' *' : ''}
                    </option>
                  ))}
                </HTMLSelect>
              </td>
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </>
  )
}
